import type { CallAnswer } from "@weir/protocol/manage/calls";
import type { Command } from "commander";
import { type ApiOptions, takeApiOptions } from "./client/connect.ts";
import { withDevice } from "./client/with-device.ts";
import { confirm } from "./confirm.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { CommandFailure } from "./failure.ts";
import { print, printable, printJson } from "./output.ts";

type Device = CallAnswer<"showDevice">;

export function defineDeviceDelete(command: Command): void {
  command
    .argument("<device>", "UUID of the device")
    .option("-y, --yes", "Do not ask (only a terminal is asked, never a script)");
  takeApiOptions(command);
  showExamples(command, `weir device delete ${exampleUuid}`);
  command.action(async (uuid: string, options: ApiOptions & { yes?: true }) => {
    const asks = process.stdin.isTTY && !options.yes && !options.json;
    const deleted = await withDevice(command, uuid, async (api, { params }) => {
      const device = await api.call("showDevice", { params });
      if (asks) await askFirst(device);
      await api.call("deleteDevice", { params });
      return device;
    });
    if (options.json) printJson(deleted);
    else print(`Deleted ${named(deleted)}. Its readings are being removed.`);
  });
}

async function askFirst(device: Device): Promise<void> {
  if (await confirm(`Delete ${named(device)} and all its readings?`)) return;
  throw new CommandFailure("cancelled", "Nothing was deleted.");
}

function named({ name, sensor_count: count }: Device): string {
  return `device ${printable(name)} with ${count} sensor${count === 1 ? "" : "s"}`;
}
