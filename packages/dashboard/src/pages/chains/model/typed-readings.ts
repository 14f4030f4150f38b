import { fail, type Result, succeed } from "@weir/protocol/result";
import type { CallInput } from "../../../api/route-types.ts";
import { parseWallClock } from "../../../format/time-zone.ts";
import { readTypedNumber } from "../../../format/typed-number.ts";

/** The readings of a dry run, as the API takes them. */
export type RunReadings = Pick<CallInput<"dryRunChain">["body"], "samples" | "last" | "last_dead_letters">;
type Samples = NonNullable<RunReadings["samples"]>;

/** Where the readings of a dry run come from: typed, the latest of a sensor, or its latest dead letters. */
export type ReadingSource = "typed" | "last" | "dead";

/** What is written in the form, as it is written. */
export interface TypedReadings {
  /** One number, or several with spaces between them. */
  readonly values: string;
  /** As the browser's field for dates and times returns it, in the reader's time zone; "" means now. */
  readonly time: string;
  readonly metadata: string;
  readonly battery: string;
}

export const nothingTyped: TypedReadings = { values: "21.5", time: "", metadata: "", battery: "" };

export type TypedProblems = Partial<Record<keyof TypedReadings | "sensor" | "count", string>>;

export const samplesMax = 200;

/** The readings to run, or what is wrong with the form. */
export function readingsToRun({
  source,
  typed,
  count,
  sensor,
}: {
  readonly source: ReadingSource;
  readonly typed: TypedReadings;
  /** How many of a sensor's readings, as it is written. */
  readonly count: string;
  readonly sensor: string | null;
}): Result<RunReadings, TypedProblems> {
  if (source === "typed") {
    const parsed = parseTypedReadings(typed);
    return parsed.ok ? succeed({ samples: parsed.value }) : parsed;
  }
  const typedCount = readTypedNumber(count);
  const number = typedCount.kind === "number" ? typedCount.value : 0;
  if (!Number.isInteger(number) || number < 1 || number > samplesMax)
    return fail({ count: `Enter a whole number from 1 to ${samplesMax}.` });
  if (sensor === null) return fail({ sensor: "Choose a sensor." });
  return succeed(source === "last" ? { last: number } : { last_dead_letters: number });
}

/** Turns typed text into samples. Each sample gets the metadata and battery voltage. */
export function parseTypedReadings({
  values,
  time,
  metadata,
  battery,
}: TypedReadings): Result<Samples, TypedProblems> {
  const problems: { -readonly [Key in keyof TypedProblems]: string } = {};
  const numbers = parseValues(values);
  if (!numbers.ok) problems.values = numbers.error;
  const atMs = time === "" ? null : parseWallClock(time);
  if (atMs !== null && Number.isNaN(atMs)) problems.time = "Enter a date and time.";
  const parsedMetadata = parseMetadata(metadata);
  if (!parsedMetadata.ok) problems.metadata = parsedMetadata.error;
  const volts = readTypedNumber(battery);
  if (volts.kind === "unclear" || (volts.kind === "number" && volts.value < 0))
    problems.battery = "Enter a number of volts, 0 or more.";
  if (Object.keys(problems).length > 0 || !numbers.ok || !parsedMetadata.ok) return fail(problems);
  const alike = {
    ...(parsedMetadata.value === null ? {} : { metadata: parsedMetadata.value }),
    ...(volts.kind === "number" ? { battery_voltage: volts.value } : {}),
  };
  const samples = numbers.value.map((value, place) => ({
    value,
    ...alike,
    ...(place === 0 && atMs !== null ? { at: new Date(atMs).toISOString() } : {}),
  }));
  return succeed(samples);
}

function parseValues(text: string): Result<readonly number[], string> {
  const values: number[] = [];
  for (const part of text.split(/[\s;]+/)) {
    const number = readTypedNumber(part);
    if (number.kind === "number") values.push(number.value);
    else if (number.kind === "unclear") return fail(`“${part}”: ${number.problem}`);
  }
  if (values.length === 0) return fail("Enter a number, or several separated by spaces.");
  if (values.length > samplesMax) return fail(`Enter at most ${samplesMax} values.`);
  return succeed(values);
}

function parseMetadata(text: string): Result<Record<string, unknown> | null, string> {
  if (text.trim() === "") return succeed(null);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return succeed(value as Record<string, unknown>);
  } catch {
    // Said the same way as other JSON that is not an object.
  }
  return fail('Enter a JSON object, for example {"site": "north"}.');
}
