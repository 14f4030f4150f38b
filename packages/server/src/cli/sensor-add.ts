import type { Command } from "commander";
import { addSensor } from "../manage/sensors/sensors.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { changeControl } from "./control-access.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";
import { print, printJson } from "./output.ts";

interface AddOptions {
  readonly name?: string;
  readonly type?: string;
  readonly unit?: string;
  readonly json?: true;
}

export function defineSensorAdd(command: Command): void {
  command
    .argument("<device>", "UUID of the device")
    .argument("<slug>", "What requests call the sensor: letters, digits, _ and -")
    .option("--name <name>", "What people call it (default: the slug)")
    .option("--type <text>", "What it measures")
    .option("--unit <text>", "Unit of its values");
  takeJson(takeDataFolder(command));
  showExamples(command, `weir sensor add ${exampleUuid} flow --name "Flow rate" --unit l/min`);
  command.action(async (device: string, slug: string, { name, type, unit, json }: AddOptions) => {
    const { config } = effectiveConfig(command);
    const sensor = await changeControl(config, async (store) =>
      valueOrFail(await addSensor(store, device, { slug, name, type, unit })),
    );
    if (json) printJson({ device_uuid: device, ...sensor });
    else print(`Added sensor ${sensor.slug} (${sensor.uuid}).`);
  });
}
