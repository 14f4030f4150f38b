import type { Command } from "commander";
import type { Config } from "../config/settings.ts";
import type { DeviceWithSensors } from "../control/devices/described-devices.ts";
import { deleteDevice, getDevice } from "../manage/devices/devices.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { confirm } from "./confirm.ts";
import { changeControl, readControl } from "./control-access.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { CommandFailure, valueOrFail } from "./failure.ts";
import { print, printable, printJson } from "./output.ts";

export function defineDeviceDelete(command: Command): void {
  command
    .argument("<device>", "UUID of the device")
    .option("-y, --yes", "Do not ask (only a terminal is asked, never a script)");
  takeJson(takeDataFolder(command));
  showExamples(command, `weir device delete ${exampleUuid}`);
  command.action(async (uuid: string, options: { yes?: true; json?: true }) => {
    const { config } = effectiveConfig(command);
    if (process.stdin.isTTY && !options.yes && !options.json) await askFirst(config, uuid);
    const device = await changeControl(config, async (store) => valueOrFail(await deleteDevice(store, uuid)));
    if (options.json) printJson({ device_uuid: uuid, deleted: true });
    else print(`Deleted ${named(device)}. Its readings are being removed.`);
  });
}

async function askFirst(config: Config, uuid: string): Promise<void> {
  const device = await readControl(config, async (control) => valueOrFail(await getDevice(control, uuid)));
  if (await confirm(`Delete ${named(device)} and all its readings?`)) return;
  throw new CommandFailure("cancelled", "Nothing was deleted.");
}

function named({ name, sensorCount }: DeviceWithSensors): string {
  return `device ${printable(name)} with ${sensorCount} sensor${sensorCount === 1 ? "" : "s"}`;
}
