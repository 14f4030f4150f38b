import type { Command } from "commander";
import { type ApiOptions, takeApiOptions } from "./client/connect.ts";
import { withDevice } from "./client/with-device.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { print, printJson } from "./output.ts";

interface AddOptions extends ApiOptions {
  readonly name?: string;
  readonly type?: string;
  readonly unit?: string;
}

export function defineSensorAdd(command: Command): void {
  command
    .argument("<device>", "UUID of the device")
    .argument("<slug>", "What requests call the sensor: letters, digits, _ and -")
    .option("--name <name>", "What people call it (default: the slug)")
    .option("--type <text>", "What it measures")
    .option("--unit <text>", "Unit of its values");
  takeApiOptions(command);
  showExamples(command, `weir sensor add ${exampleUuid} flow --name "Flow rate" --unit l/min`);
  command.action(async (device: string, slug: string, { name, type, unit, json }: AddOptions) => {
    const sensor = await withDevice(command, device, (api, { params }) =>
      api.call("addSensor", { params, body: { slug, name, type, unit } }),
    );
    if (json) printJson(sensor);
    else print(`Added sensor ${sensor.slug} (${sensor.uuid}).`);
  });
}
