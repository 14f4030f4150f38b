import { compactJson } from "@weir/rule-engine/json-text";
import { type Command, InvalidArgumentError } from "commander";
import type { ChainOptions } from "./chain-command.ts";
import type { VersionOptions } from "./chain-version-options.ts";
import { CommandFailure, usageExit } from "./failure.ts";
import { parseLimit, parseTime } from "./readings.ts";

/** The readings that a chain is tried with. */
interface SampleOptions {
  readonly value?: readonly number[];
  /** Microseconds, as `received`. */
  readonly at?: number;
  readonly received?: number;
  readonly every: number;
  /** JSON text. */
  readonly metadata?: string;
  readonly battery?: number;
  readonly device?: string;
  readonly sensor?: string;
  readonly last?: number;
  readonly hours?: number;
  readonly dead?: true;
}

/** The definition of the chain to try. */
export interface ChainTestOptions extends SampleOptions, VersionOptions, ChainOptions {
  readonly published?: true;
  readonly file?: string;
}

type TestMode = "sample" | "stored" | "replay";

const hoursMax = 10 * 366 * 24;
const lastMax = 10_000;

export function takeReadings(command: Command): Command {
  return command
    .option("--value <number...>", "Test readings with these values, one after another", parseValue)
    .option("--at <time>", "Time of the first test reading: ISO 8601 (default: now)", parseTime)
    .option("--every <seconds>", "Seconds between test readings", parsePositive, 60)
    .option("--received <time>", "When the test readings arrive (default: at their own time)", parseTime)
    .option("--metadata <json>", "Metadata of the test readings, a JSON object", parseMetadata)
    .option("--battery <volts>", "Battery voltage sent with the test readings", parsePositive)
    .option("--device <uuid>", "UUID of the device that sends the readings")
    .option("--sensor <sensor>", "Slug or UUID of the sensor")
    .option("--last <number>", "Run this many of the sensor's latest stored readings", parseLast)
    .option(
      "--hours <number>",
      "Compare results for the sensor's stored readings of this many hours",
      parseHours,
    )
    .option("--dead", "With --hours: use dead letters instead of stored readings");
}

/** Returns which of the three modes was chosen, and checks its options. */
export function testModeOf(options: SampleOptions): TestMode {
  const { value, last, hours, device, sensor } = options;
  const modes: TestMode[] = [];
  if (value !== undefined) modes.push("sample");
  if (last !== undefined) modes.push("stored");
  if (hours !== undefined) modes.push("replay");
  const [mode] = modes;
  if (mode === undefined || modes.length > 1) {
    throw new CommandFailure(
      "usage",
      "Give one of --value, --last and --hours to choose what to run.",
      usageExit,
    );
  }
  if ((device === undefined) !== (sensor === undefined)) {
    throw new CommandFailure("usage", "Give --device and --sensor together.", usageExit);
  }
  if (options.dead && mode !== "replay") {
    throw new CommandFailure("usage", "--dead can only be used with --hours.", usageExit);
  }
  if (mode === "sample") return mode;
  if (device === undefined) {
    throw new CommandFailure(
      "usage",
      "Give --device and --sensor to choose whose readings to run.",
      usageExit,
    );
  }
  const { at, received, metadata, battery } = options;
  if ([at, received, metadata, battery].some((given) => given !== undefined)) {
    const message = "--at, --received, --metadata and --battery can only be used with --value.";
    throw new CommandFailure("usage", message, usageExit);
  }
  return mode;
}

function parseValue(text: string, before: readonly number[] | undefined): number[] {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) throw new InvalidArgumentError("It must be a number.");
  return [...(before ?? []), value];
}

function parsePositive(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value) && value >= 0) return value;
  throw new InvalidArgumentError("It must be 0 or more.");
}

function parseLast(text: string): number {
  const limit = parseLimit(text);
  if (limit <= lastMax) return limit;
  throw new InvalidArgumentError(`It must be at most ${lastMax}.`);
}

function parseHours(text: string): number {
  const hours = parsePositive(text);
  if (hours > 0 && hours <= hoursMax) return hours;
  throw new InvalidArgumentError(`It must be above 0 and at most ${hoursMax}.`);
}

function parseMetadata(text: string): string {
  try {
    const metadata: unknown = JSON.parse(text);
    if (typeof metadata === "object" && metadata !== null && !Array.isArray(metadata)) {
      return compactJson(text);
    }
  } catch {
    // Falls through to the same message.
  }
  throw new InvalidArgumentError('It must be a JSON object, as in {"site":"north"}.');
}
