import type { Command } from "commander";
import type { Config } from "../config/settings.ts";
import type { TrialSubject } from "../manage/chains/trial/chain-trial-subject.ts";
import type { WorkOwner } from "../manage/chains/work/chain-work.ts";
import { workHere } from "../manage/chains/work/work-here.ts";
import { systemClock } from "../platform/clock.ts";
import { readJsonFile } from "./chain-file.ts";
import { comparisonToJson, comparisonToText } from "./chain-replay-output.ts";
import { readChains, takeAccountOfChain } from "./chain-scope.ts";
import { type ChainTestOptions, takeReadings, testModeOf } from "./chain-test-options.ts";
import { rehearsedToJson, rehearsedToText } from "./chain-test-output.ts";
import {
  sampleReadings,
  storedReadings,
  withDeadLettersSince,
  withReadingsSince,
} from "./chain-test-readings.ts";
import { loadSubject } from "./chain-test-subject.ts";
import { takeVersion } from "./chain-version-options.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { flushRunningServer } from "./control-access.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { CommandFailure, valueOrFail } from "./failure.ts";
import { print, printJson } from "./output.ts";

export function defineChainTest(command: Command): void {
  command.description(
    "Run readings through a chain without any effect, and print their way: through its draft, or where there is none " +
      "through the published version. With --hours, run stored readings through the draft and through the published version, and " +
      "print what differs; with --dead, use dead letters. Stored readings are used as they were saved; dry runs start without state.",
  );
  command.argument("[chain]", "Name or UUID of the chain; can be left out with --file");
  takeReadings(command);
  takeVersion(command)
    .option("--published", "The published version, also where there is a draft")
    .option("--file <file>", "An exported chain from a file");
  takeJson(takeDataFolder(takeAccountOfChain(command)), "Print one JSON object a reading, for programs");
  showExamples(
    command,
    'weir chain test "Cold store" --value 3.5 9 9 9',
    `weir chain test "Cold store" --device ${exampleUuid} --sensor temperature --last 5`,
    `weir chain test "Cold store" --device ${exampleUuid} --sensor temperature --hours 24`,
  );
  command.action(async (selector: string | undefined, options: ChainTestOptions) => {
    const mode = testModeOf(options);
    const { config } = effectiveConfig(command);
    const file = options.file === undefined ? undefined : await readJsonFile(options.file);
    if (mode !== "sample") await flushRunningServer(config);
    await readChains(config, options, async (control) => {
      const subject = await loadSubject(control, { selector, options, file });
      if (mode === "replay") await replay(config, subject, options);
      else await dryRun(config, subject, options);
    });
  });
}

/** Nobody else waits for what a command does. */
const operator: WorkOwner = { name: "operator", caller: "", isLimited: false };

async function dryRun(config: Config, subject: TrialSubject, options: ChainTestOptions): Promise<void> {
  const nowUs = systemClock.nowMs() * 1000;
  const readings =
    options.last === undefined
      ? sampleReadings(subject.source, options, nowUs)
      : await storedReadings(config.data, subject.source, options.last);
  const runs = valueOrFail(await workHere.rehearse(operator, subject, readings));
  if (readings.length === 0) throw new CommandFailure("no_readings", "The sensor has no stored readings.");
  if (!options.json) print(`${subject.title}:`);
  for (const [index, rehearsed] of runs.entries()) {
    const run = { reading: readings[index]!, rehearsed };
    if (options.json) printJson(rehearsedToJson(subject, run));
    else print(`\n${rehearsedToText(subject, run)}`);
  }
}

async function replay(config: Config, subject: TrialSubject, options: ChainTestOptions): Promise<void> {
  const sinceUs = Math.round(systemClock.nowMs() * 1000 - options.hours! * 3600e6);
  const withReadings = options.dead ? withDeadLettersSince : withReadingsSince;
  const comparison = valueOrFail(
    await withReadings(config.data, subject.source, sinceUs, (pages) =>
      workHere.compare(operator, subject, { pages, readingsMax: Number.POSITIVE_INFINITY }),
    ),
  );
  const { title } = subject.published!;
  if (options.json) printJson(comparisonToJson(subject, title, comparison));
  else print(comparisonToText(subject, title, comparison));
}
