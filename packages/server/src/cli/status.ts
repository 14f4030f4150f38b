import { existsSync } from "node:fs";
import type { Command } from "commander";
import { type FoundStatus, readStatus } from "../compose/read-status.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { showExamples } from "./example.ts";
import { CommandFailure } from "./failure.ts";
import { print, printJson } from "./output.ts";
import { formatBytes, formatFields } from "./table.ts";

export function defineStatus(command: Command): void {
  command.description(
    "Show what became of all readings since the data folder was made, and whether a server is running on it.",
  );
  takeJson(takeDataFolder(command));
  showExamples(command, "weir status", "weir status --json | jq .gap");
  command.action(async (options: { json?: true }) => {
    const { config } = effectiveConfig(command);
    if (!existsSync(config.data)) {
      throw new CommandFailure(
        "no_data",
        `There is no folder ${config.data}. Check the path, or start Weir once.`,
      );
    }
    const found = await readStatus(config.data);
    if (options.json) printJson(toJson(found));
    else print(toText(found, config.data));
  });
}

function toText({ isRunning, status }: FoundStatus, dataDir: string): string {
  const rejected = Object.entries(status.rejected);
  const rejectedTotal = rejected.reduce((total, [, readings]) => total + readings, 0);
  return formatFields([
    ["Server", isRunning ? "running" : "not running"],
    ["Data", dataDir],
    ["Accepted", `${status.accepted}`],
    ["Duplicates", `${status.duplicates}`],
    ["Rejected", `${rejectedTotal}`],
    ...rejected.map(([reason, readings]) => [`  ${reason}`, `${readings}`] as const),
    ["Saved", `${status.saved}`],
    ["Ended", `${status.ended}  (their chain ended without saving, or their sensor was removed)`],
    ["Dead", `${status.dead}  (could not be processed; kept as dead letters)`],
    ["Queue", `${formatBytes(status.queueBytes)} waiting`],
    ["Gap", `${status.gap}  (accepted, not yet saved, ended or dead)`],
  ]);
}

function toJson({ isRunning, status }: FoundStatus) {
  const { queueBytes, gap, ...counts } = status;
  return { running: isRunning, ...counts, queue_bytes: queueBytes, gap };
}
