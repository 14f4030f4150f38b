import type { Command } from "commander";
import { removeSensor } from "../manage/sensors/sensors.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { changeControl } from "./control-access.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";
import { print, printJson } from "./output.ts";

export function defineSensorRemove(command: Command): void {
  command.argument("<device>", "UUID of the device").argument("<sensor>", "Slug or UUID of the sensor");
  takeJson(takeDataFolder(command));
  showExamples(command, `weir sensor remove ${exampleUuid} flow`);
  command.action(async (device: string, sensor: string, options: { json?: true }) => {
    const { config } = effectiveConfig(command);
    const { uuid, slug } = await changeControl(config, async (store) =>
      valueOrFail(await removeSensor(store, device, sensor)),
    );
    if (options.json) printJson({ device_uuid: device, uuid, slug, removed: true });
    else print(`Removed sensor ${slug} (${uuid}). Its readings are being removed.`);
  });
}
