import type { Command } from "commander";
import {
  overlapSecondsMax,
  regenerateToken,
  showToken,
  type TokenOverlapTerms,
} from "../manage/devices/tokens/device-tokens.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { changeControl } from "./control-access.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { CommandFailure, usageExit, valueOrFail } from "./failure.ts";
import { printJson } from "./output.ts";

interface TokenOptions {
  readonly regenerate?: true;
  readonly overlap?: string;
}

export function defineDeviceToken(command: Command): void {
  command.description(
    "Print a device's token, or replace it. A replaced token is refused by the time the new one is printed, unless an " +
      "overlap is asked for.",
  );
  command
    .argument("<device>", "UUID of the device")
    .option("--regenerate", "Make a new token; the old one is refused from then on")
    .option(
      "--overlap <seconds|first-use>",
      "With --regenerate: take the old token too, for so long or until the new one is first used",
    );
  takeJson(takeDataFolder(command), "Has no effect: the answer is always JSON");
  showExamples(
    command,
    `weir device token ${exampleUuid}`,
    `weir device token ${exampleUuid} --regenerate`,
    `weir device token ${exampleUuid} --regenerate --overlap first-use`,
  );
  command.action(async (uuid: string, options: TokenOptions) => {
    const { config } = effectiveConfig(command);
    const overlap = overlapOf(options);
    const { token } = await changeControl(config, async (store) =>
      valueOrFail(
        await (options.regenerate ? regenerateToken(store, uuid, overlap) : showToken(store, uuid)),
      ),
    );
    printJson({ device_uuid: uuid, token });
  });
}

function overlapOf({ regenerate, overlap }: TokenOptions): TokenOverlapTerms | null {
  if (overlap === undefined) return null;
  if (regenerate === undefined)
    throw new CommandFailure("usage", "--overlap goes with --regenerate.", usageExit);
  if (overlap === "first-use") return { untilFirstUse: true };
  const seconds = /^\d{1,6}$/.test(overlap) ? Number(overlap) : 0;
  if (seconds >= 1 && seconds <= overlapSecondsMax) return { seconds };
  const message = `--overlap takes first-use, or 1 to ${overlapSecondsMax} seconds.`;
  throw new CommandFailure("usage", message, usageExit);
}
