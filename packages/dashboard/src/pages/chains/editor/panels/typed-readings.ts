import type { CallInput } from "../../../../api/route-types.ts";

type Samples = NonNullable<CallInput<"dryRunChain">["body"]["samples"]>;

/** What is written in the form, as it is written. */
export interface TypedReadings {
  /** One number, or several with spaces between them. */
  readonly values: string;
  /** As the browser's field for dates and times gives it, in the reader's zone; "" for now. */
  readonly time: string;
  readonly metadata: string;
  readonly battery: string;
}

export const nothingTyped: TypedReadings = { values: "21.5", time: "", metadata: "", battery: "" };

export type TypedProblems = Partial<Record<keyof TypedReadings, string>>;
type Parsed =
  | { readonly ok: true; readonly samples: Samples }
  | { readonly ok: false; readonly problems: TypedProblems };

const samplesMax = 200;

/** Turns what was typed into samples. Metadata and battery voltage are those of each of them. */
export function parseTypedReadings({ values, time, metadata, battery }: TypedReadings): Parsed {
  const problems: { -readonly [Key in keyof TypedProblems]: string } = {};
  const numbers = values
    .trim()
    .split(/[\s;]+/)
    .filter((text) => text !== "")
    .map((text) => Number(text.replace(/^(-?\d+),(\d+)$/, "$1.$2")));
  if (numbers.length === 0) problems.values = "Type a number, or several with spaces between them.";
  else if (numbers.some((number) => !Number.isFinite(number)))
    problems.values = "Only numbers with spaces between them, as in 21.5 22 35.";
  else if (numbers.length > samplesMax) problems.values = `At most ${samplesMax} at once.`;
  const at = time === "" ? null : new Date(time);
  if (at !== null && Number.isNaN(at.getTime())) problems.time = "This is no date and time.";
  const parsedMetadata = parseMetadata(metadata);
  if (!parsedMetadata.ok) problems.metadata = parsedMetadata.problem;
  const volts = battery.trim() === "" ? null : Number(battery);
  if (volts !== null && !(volts >= 0)) problems.battery = "A number of volts, 0 or more.";
  if (Object.keys(problems).length > 0 || !parsedMetadata.ok) return { ok: false, problems };
  const alike = {
    ...(parsedMetadata.value === null ? {} : { metadata: parsedMetadata.value }),
    ...(volts === null ? {} : { battery_voltage: volts }),
  };
  const samples = numbers.map((value, place) => ({
    value,
    ...alike,
    ...(place === 0 && at !== null ? { at: at.toISOString() } : {}),
  }));
  return { ok: true, samples };
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
  return { ok: false, problem: 'A JSON object, as in {"site": "north"}.' };
}
