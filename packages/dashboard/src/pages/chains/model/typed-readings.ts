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
type Parsed =
  | { readonly ok: true; readonly samples: Samples }
  | { readonly ok: false; readonly problems: TypedProblems };

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
}):
  | { readonly ok: true; readonly readings: RunReadings }
  | { readonly ok: false; readonly problems: TypedProblems } {
  if (source === "typed") {
    const parsed = parseTypedReadings(typed);
    return parsed.ok ? { ok: true, readings: { samples: parsed.samples } } : parsed;
  }
  const typedCount = readTypedNumber(count);
  const number = typedCount.kind === "number" ? typedCount.value : 0;
  if (!Number.isInteger(number) || number < 1 || number > samplesMax)
    return { ok: false, problems: { count: `Enter a whole number from 1 to ${samplesMax}.` } };
  if (sensor === null) return { ok: false, problems: { sensor: "Choose a sensor." } };
  return { ok: true, readings: source === "last" ? { last: number } : { last_dead_letters: number } };
}

/** Turns typed text into samples. Each sample gets the metadata and battery voltage. */
export function parseTypedReadings({ values, time, metadata, battery }: TypedReadings): Parsed {
  const problems: { -readonly [Key in keyof TypedProblems]: string } = {};
  const numbers = parseValues(values);
  if (!numbers.ok) problems.values = numbers.problem;
  const atMs = time === "" ? null : parseWallClock(time);
  if (atMs !== null && Number.isNaN(atMs)) problems.time = "Enter a date and time.";
  const parsedMetadata = parseMetadata(metadata);
  if (!parsedMetadata.ok) problems.metadata = parsedMetadata.problem;
  const volts = readTypedNumber(battery);
  if (volts.kind === "unclear" || (volts.kind === "number" && volts.value < 0))
    problems.battery = "Enter a number of volts, 0 or more.";
  if (Object.keys(problems).length > 0 || !numbers.ok || !parsedMetadata.ok) return { ok: false, problems };
  const alike = {
    ...(parsedMetadata.value === null ? {} : { metadata: parsedMetadata.value }),
    ...(volts.kind === "number" ? { battery_voltage: volts.value } : {}),
  };
  const samples = numbers.values.map((value, place) => ({
    value,
    ...alike,
    ...(place === 0 && atMs !== null ? { at: new Date(atMs).toISOString() } : {}),
  }));
  return { ok: true, samples };
}

type Values = { ok: true; values: readonly number[] } | { ok: false; problem: string };

function parseValues(text: string): Values {
  const values: number[] = [];
  for (const part of text.split(/[\s;]+/)) {
    const number = readTypedNumber(part);
    if (number.kind === "number") values.push(number.value);
    else if (number.kind === "unclear") return { ok: false, problem: `“${part}”: ${number.problem}` };
  }
  if (values.length === 0) return { ok: false, problem: "Enter a number, or several separated by spaces." };
  if (values.length > samplesMax) return { ok: false, problem: `Enter at most ${samplesMax} values.` };
  return { ok: true, values };
}

type Metadata = Record<string, unknown> | null;

function parseMetadata(text: string): { ok: true; value: Metadata } | { ok: false; problem: string } {
  if (text.trim() === "") return { ok: true, value: null };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return { ok: true, value: value as Record<string, unknown> };
  } catch {
    // Said the same way as other JSON that is not an object.
  }
  return { ok: false, problem: 'Enter a JSON object, for example {"site": "north"}.' };
}
