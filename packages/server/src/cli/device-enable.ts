import type { Command } from "commander";
import { type ApiOptions, takeApiOptions } from "./client/connect.ts";
import { withDevice } from "./client/with-device.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { print, printable, printJson } from "./output.ts";

export function defineDeviceEnable(command: Command): void {
  defineSwitch(command, true);
}

/** The device keeps its token, sensors and readings; its requests are answered 401. */
export function defineDeviceDisable(command: Command): void {
  defineSwitch(command, false);
}

function defineSwitch(command: Command, enabled: boolean): void {
  command.argument("<device>", "UUID of the device");
  takeApiOptions(command);
  showExamples(command, `weir device ${command.name()} ${exampleUuid}`);
  command.action(async (uuid: string, options: ApiOptions) => {
    const device = await withDevice(command, uuid, (api, { params }) =>
      api.call("updateDevice", { params, body: { enabled } }),
    );
    if (options.json) printJson(device);
    else print(`${enabled ? "Enabled" : "Disabled"} device ${uuid} (${printable(device.name)}).`);
  });
}
