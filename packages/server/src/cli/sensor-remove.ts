import type { Command } from "commander";
import { type ApiOptions, takeApiOptions } from "./client/connect.ts";
import { withDevice } from "./client/with-device.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { print, printJson } from "./output.ts";

export function defineSensorRemove(command: Command): void {
  command.argument("<device>", "UUID of the device").argument("<sensor>", "Slug or UUID of the sensor");
  takeApiOptions(command);
  showExamples(command, `weir sensor remove ${exampleUuid} flow`);
  command.action(async (device: string, sensor: string, options: ApiOptions) => {
    const removed = await withDevice(command, device, async (api, place) => {
      const params = { ...place.params, sensor };
      const found = await api.call("showSensor", { params });
      await api.call("removeSensor", { params });
      return found;
    });
    if (options.json) printJson(removed);
    else print(`Removed sensor ${removed.slug} (${removed.uuid}). Its readings are being removed.`);
  });
}
