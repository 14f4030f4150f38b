import type { Command } from "commander";
import { updateDevice } from "../manage/devices/devices.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { changeControl } from "./control-access.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";
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
  takeJson(takeDataFolder(command));
  showExamples(command, `weir device ${command.name()} ${exampleUuid}`);
  command.action(async (uuid: string, options: { json?: true }) => {
    const { config } = effectiveConfig(command);
    const { name } = await changeControl(config, async (store) =>
      valueOrFail(await updateDevice(store, uuid, { enabled })),
    );
    if (options.json) printJson({ device_uuid: uuid, enabled });
    else print(`${enabled ? "Enabled" : "Disabled"} device ${uuid} (${printable(name)}).`);
  });
}
