import { existsSync } from "node:fs";
import { severitiesByGravity } from "@weir/protocol/closed-sets";
import type { Command } from "commander";
import { type FoundStatus, readStatus } from "../installation/read-status.ts";
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

function toText({ isRunning, counts, kept }: FoundStatus, dataDir: string): string {
  const rejected = Object.entries(counts.rejected);
  const rejectedTotal = rejected.reduce((total, [, readings]) => total + readings, 0);
  return formatFields([
    ["Server", isRunning ? "running" : "not running"],
    ["Data", dataDir],
    ["Accepted", `${counts.accepted}`],
    ["Duplicates", `${counts.duplicates}`],
    ["Rejected", `${rejectedTotal}`],
    ...rejected.map(([reason, readings]) => [`  ${reason}`, `${readings}`] as const),
    ["Saved", `${counts.saved}`],
    ["Already stored", `${counts.alreadyStored}  (the same time and value was there before)`],
    ["Ended", `${counts.ended}  (their chain ended without saving, or their sensor was removed)`],
    ["Dead", `${counts.dead}  (could not be processed)`],
    ["Queue", `${formatBytes(counts.queueBytes)} waiting`],
    ["Gap", `${counts.gap}  (accepted, not yet settled as one of these)`],
    ...keptFields(kept),
  ]);
}

/** Only what somebody should look at. */
function keptFields(kept: FoundStatus["kept"]): [string, string][] {
  const { dead_letters: letters, active_alarms: alarms, outbox } = keptToJson(kept);
  const fields: [string, string][] = [];
  if (letters !== undefined) fields.push(["Dead letters", `${letters} kept  (weir dead-letter list)`]);
  if (alarms !== undefined) fields.push(["Alarms", `${listed(alarms)}  (weir alarm list)`]);
  if (outbox !== undefined) fields.push(["Outbox", `${listed(outbox)}  (weir outbox list)`]);
  return fields;
}

/** As in "1 critical, 3 info". */
function listed(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([what, count]) => `${count} ${what}`)
    .join(", ");
}

function toJson({ isRunning, counts, kept }: FoundStatus) {
  const { accepted, duplicates, rejected, saved, alreadyStored, ended, dead, queueBytes, gap } = counts;
  return {
    ...{ running: isRunning, accepted, duplicates, rejected, saved, already_stored: alreadyStored },
    ...{ ended, dead, queue_bytes: queueBytes, gap },
    ...keptToJson(kept),
  };
}

interface KeptJson {
  dead_letters?: number;
  active_alarms?: Record<string, number>;
  outbox?: Record<string, number>;
}

/** As with the reasons of rejection, what is zero is left out. */
function keptToJson({ deadLetters, activeAlarms, messages }: FoundStatus["kept"]): KeptJson {
  const alarms = aboveZero(activeAlarms, severitiesByGravity);
  const outbox = aboveZero(messages, ["waiting", "dead"]);
  return {
    ...(deadLetters === 0 ? {} : { dead_letters: deadLetters }),
    ...(alarms === null ? {} : { active_alarms: alarms }),
    ...(outbox === null ? {} : { outbox }),
  };
}

/** Null where all are zero. */
function aboveZero<Key extends string>(
  counts: Readonly<Record<Key, number>>,
  keys: readonly Key[],
): Record<string, number> | null {
  const present = keys.filter((key) => counts[key] > 0);
  return present.length === 0 ? null : Object.fromEntries(present.map((key) => [key, counts[key]]));
}
