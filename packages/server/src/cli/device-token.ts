import type { Command } from "commander";
import { regenerateToken, showToken } from "../manage/device-tokens.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { changeControl } from "./control-access.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";
import { printJson } from "./output.ts";

export function defineDeviceToken(command: Command): void {
  command.description(
    "Print a device's token, or replace it. A replaced token is refused by the time the new one is printed.",
  );
  command
    .argument("<device>", "UUID of the device")
    .option("--regenerate", "Make a new token; the old one is refused from then on");
  takeJson(takeDataFolder(command), "Has no effect: the answer is always JSON");
  showExamples(command, `weir device token ${exampleUuid}`, `weir device token ${exampleUuid} --regenerate`);
  command.action(async (uuid: string, options: { regenerate?: true }) => {
    const { config } = effectiveConfig(command);
    const { token } = await changeControl(config, async (store) =>
      valueOrFail(await (options.regenerate ? regenerateToken(store, uuid) : showToken(store, uuid))),
    );
    printJson({ device_uuid: uuid, token });
  });
}
