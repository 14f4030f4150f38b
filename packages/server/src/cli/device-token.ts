import type { CallInput } from "@weir/protocol/manage/calls";
import { overlapSecondsMax } from "@weir/protocol/manage/token-routes";
import type { Command } from "commander";
import { takeApiOptions } from "./client/connect.ts";
import { withDevice } from "./client/with-device.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { CommandFailure, usageExit } from "./failure.ts";
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
  takeApiOptions(command, "Has no effect: the answer is always JSON");
  showExamples(
    command,
    `weir device token ${exampleUuid}`,
    `weir device token ${exampleUuid} --regenerate`,
    `weir device token ${exampleUuid} --regenerate --overlap first-use`,
  );
  command.action(async (uuid: string, options: TokenOptions) => {
    const body = { overlap: overlapOf(options) };
    const token = await withDevice(command, uuid, (api, { params }) =>
      options.regenerate ? api.call("regenerateToken", { params, body }) : api.call("showToken", { params }),
    );
    printJson(token);
  });
}

function overlapOf({ regenerate, overlap }: TokenOptions): CallInput<"regenerateToken">["body"]["overlap"] {
  if (overlap === undefined) return undefined;
  if (regenerate === undefined)
    throw new CommandFailure("usage", "--overlap goes with --regenerate.", usageExit);
  if (overlap === "first-use") return { until_first_use: true };
  const seconds = /^\d{1,6}$/.test(overlap) ? Number(overlap) : 0;
  if (seconds >= 1 && seconds <= overlapSecondsMax) return { seconds };
  const message = `--overlap takes first-use, or 1 to ${overlapSecondsMax} seconds.`;
  throw new CommandFailure("usage", message, usageExit);
}
