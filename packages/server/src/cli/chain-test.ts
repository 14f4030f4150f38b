import type { ChainDefinition } from "@weir/rule-engine/chain";
import { compareRuns } from "@weir/rule-engine/compare-runs";
import { Rehearsal } from "@weir/rule-engine/rehearsal";
import type { Command } from "commander";
import type { Config } from "../config/settings.ts";
import { systemClock } from "../platform/clock.ts";
import { readJsonFile } from "./chain-file.ts";
import { comparisonToJson, comparisonToText } from "./chain-replay-output.ts";
import { readChains, takeAccountOfChain } from "./chain-scope.ts";
import { type ChainTestOptions, takeReadings, testModeOf } from "./chain-test-options.ts";
import { rehearsedToJson, rehearsedToText } from "./chain-test-output.ts";
import {
  sampleReadings,
  withDeadLettersSince,
  withLastReadings,
  withReadingsSince,
} from "./chain-test-readings.ts";
import { loadSubject, type TestSubject } from "./chain-test-subject.ts";
import { takeVersion } from "./chain-version-options.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { flushRunningServer } from "./control-access.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { CommandFailure } from "./failure.ts";
import { print, printJson } from "./output.ts";

export function defineChainTest(command: Command): void {
  command.description(
    "Run readings through a chain without any effect, and print their way: through its draft, or where there is none " +
      "through the live version. With --hours, run stored readings through the draft and through what is live, and print " +
      "what would differ; with --dead, do so with dead letters. Stored readings are as the live chain saved them; dry runs begin without state.",
  );
  command.argument("[chain]", "Name or UUID of the chain; can be left out with --file");
  takeReadings(command);
  takeVersion(command)
    .option("--published", "The live version, also where there is a draft")
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
    const subject = await readChains(config, options, (control) =>
      loadSubject(control, { selector, options, file }),
    );
    if (mode === "replay") replay(config, subject, options);
    else dryRun(config, subject, options);
  });
}

function dryRun(config: Config, subject: TestSubject, options: ChainTestOptions): void {
  const rehearsal = rehearse(subject, subject.definition);
  const nowUs = systemClock.nowMs() * 1000;
  const readings =
    options.last === undefined
      ? sampleReadings(subject.source, options, nowUs)
      : withLastReadings(config.data, subject.source, options.last, (some) => [...some]);
  if (readings.length === 0) throw new CommandFailure("no_readings", "The sensor has no stored readings.");
  if (!options.json) print(`${subject.title}:`);
  for (const reading of readings) {
    const run = { reading, rehearsed: rehearsal.run(reading) };
    if (options.json) printJson(rehearsedToJson(subject, run));
    else print(`\n${rehearsedToText(subject, run)}`);
  }
}

function replay(config: Config, subject: TestSubject, options: ChainTestOptions): void {
  const { live } = subject;
  if (live === null)
    throw new CommandFailure("chain_unpublished", "There is no live version to compare with.");
  const sinceUs = Math.round(systemClock.nowMs() * 1000 - options.hours! * 3600e6);
  const withReadings = options.dead ? withDeadLettersSince : withReadingsSince;
  const comparison = withReadings(config.data, subject.source, sinceUs, (readings) =>
    compareRuns(readings, rehearse(subject, live.definition), rehearse(subject, subject.definition)),
  );
  if (options.json) printJson(comparisonToJson(subject, live.title, comparison));
  else print(comparisonToText(subject, live.title, comparison));
}

function rehearse({ surroundings }: TestSubject, definition: ChainDefinition): Rehearsal {
  const made = Rehearsal.of(definition, surroundings);
  if (made.ok) return made.rehearsal;
  throw new CommandFailure("chain_invalid", `The chain cannot run. ${made.problem}`);
}
