import { fail, type Result, succeed, unwrap } from "@weir/protocol/result";
import type { ChainReading } from "./chain-reading.ts";
import { formatMicros } from "./format-micros.ts";
import { formatNumber } from "./format-number.ts";
import { lineProblem, withoutControls } from "./line-text.ts";
import { metadataOf } from "./reading-metadata.ts";

/**
 * Texts with gaps for values of a reading: `{{sensor.name}} is {{value}}`. The gaps are found once, when the chain is checked
 * and compiled; filling one in only joins texts.
 *
 * Devices choose their metadata, and people the attributes of devices. So that no reading can add a line to a header, a mail or a log, line breaks and other control
 * characters in it become spaces, and half a surrogate pair becomes U+FFFD.
 */
export type Fill = (reading: ChainReading) => string;

/** Maximum length of a filled text as UTF-8. Longer ones are cut and end in "…". */
export const filledBytesMax = 8192;

/** The explanation of gaps in the help of a field. */
export const templateHelp =
  "Can contain `{{value}}`, `{{at}}`, `{{received_at}}`, `{{battery_voltage}}`, `{{metadata.KEY}}`, `{{device.attributes.NAME}}`, and names such as `{{sensor.name}}`, `{{device.name}}` and `{{account.name}}`. Missing values are left empty. Calculated values with more than 15 digits are rounded to 12.";

const metadataPrefix = "metadata.";
const attributePrefix = "device.attributes.";

const placeholders: ReadonlyMap<string, Fill> = new Map<string, Fill>([
  ["value", ({ value }) => formatNumber(value)],
  ["at", ({ atUs }) => formatMicros(atUs)],
  ["received_at", ({ receivedUs }) => formatMicros(receivedUs)],
  ["battery_voltage", ({ batteryVolts }) => (batteryVolts === null ? "" : formatNumber(batteryVolts))],
  ["sensor.uuid", ({ source }) => source.sensor.uuid],
  ["sensor.slug", ({ source }) => source.sensor.slug],
  ["sensor.name", ({ source }) => source.sensor.name],
  ["sensor.type", ({ source }) => source.sensor.type],
  ["sensor.unit", ({ source }) => source.sensor.unit],
  ["device.uuid", ({ source }) => source.device.uuid],
  ["device.name", ({ source }) => source.device.name],
  ["device.group", ({ source }) => source.device.group],
  ["account.uuid", ({ source }) => source.account.uuid],
  ["account.name", ({ source }) => source.account.name],
]);

/** A text between gaps, or the name in a gap. */
export type TemplatePart = string | { readonly gap: string };

export function splitTemplate(text: string): Result<readonly TemplatePart[], string> {
  if (!text.isWellFormed()) return fail("must be valid Unicode text");
  const parts: TemplatePart[] = [];
  let from = 0;
  for (;;) {
    const start = text.indexOf("{{", from);
    if (start === -1) break;
    const end = text.indexOf("}}", start);
    if (end === -1) return fail('has a "{{" without "}}"');
    if (start > from) parts.push(text.slice(from, start));
    parts.push({ gap: text.slice(start + 2, end).trim() });
    from = end + 2;
  }
  if (from < text.length) parts.push(text.slice(from));
  return succeed(parts);
}

/** `shape` is applied to every text that fills a gap, for places where not every character is allowed. */
export function readTemplate(text: string, shape?: (filledIn: string) => string): Result<Fill, string> {
  const split = splitTemplate(text);
  return split.ok ? fillParts(split.value, shape) : split;
}

export function fillParts(
  parts: readonly TemplatePart[],
  shape?: (filledIn: string) => string,
): Result<Fill, string> {
  const fills: (string | Fill)[] = [];
  for (const part of parts) {
    if (typeof part === "string") {
      fills.push(part);
      continue;
    }
    const placeholder = placeholderOf(part.gap);
    if (placeholder === undefined) return fail(unknownPlaceholder(part.gap));
    fills.push(shape === undefined ? placeholder : (reading) => shape(placeholder(reading)));
  }
  return succeed(filler(fills));
}

/** For the check of a text field. */
export function templateProblem(text: string): string | null {
  const read = readTemplate(text);
  return read.ok ? null : read.error;
}

/** Like `templateProblem`, for a text that must stay on one line. */
export function lineTemplateProblem(text: string): string | null {
  return lineProblem(text) ?? templateProblem(text);
}

/** For compiling a node, whose fields were checked before. */
export function compileTemplate(text: string, shape?: (filledIn: string) => string): Fill {
  return unwrap(readTemplate(text, shape));
}

function placeholderOf(name: string): Fill | undefined {
  const metadataKey = afterPrefix(name, metadataPrefix);
  if (metadataKey !== null) return (reading) => textOf(metadataOf(reading), metadataKey);
  const attribute = afterPrefix(name, attributePrefix);
  if (attribute !== null) return ({ source }) => textOf(source.device.attributes, attribute);
  return placeholders.get(name);
}

/** Null if the name is not one with this prefix. */
function afterPrefix(name: string, prefix: string): string | null {
  return name.startsWith(prefix) && name !== prefix ? name.slice(prefix.length) : null;
}

function unknownPlaceholder(name: string): string {
  const known = [...placeholders.keys(), `${metadataPrefix}KEY`, `${attributePrefix}NAME`].join(", ");
  return `has the unknown placeholder {{${name}}}; use one of ${known}`;
}

function filler(parts: readonly (string | Fill)[]): Fill {
  if (parts.every((part) => typeof part === "string")) {
    const fixed = cut(parts.join(""));
    return () => fixed;
  }
  return (reading) => {
    let text = "";
    for (const part of parts) {
      text += typeof part === "string" ? part : part(reading);
      if (text.length > filledBytesMax) break;
    }
    return cut(text);
  };
}

function textOf(values: Readonly<Record<string, unknown>>, key: string): string {
  if (!Object.hasOwn(values, key)) return "";
  const value = values[key];
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return formatNumber(value);
  return withoutControls(typeof value === "object" ? JSON.stringify(value) : String(value)).toWellFormed();
}

const utf8 = new TextEncoder();
const room = new Uint8Array(filledBytesMax);
const ellipsis = "…";
const roomBeforeEllipsis = room.subarray(0, filledBytesMax - utf8.encode(ellipsis).length);

/** A UTF-16 unit takes at most three bytes, so most texts need no counting. Cuts between characters. */
function cut(text: string): string {
  if (text.length * 3 <= filledBytesMax || utf8.encodeInto(text, room).read === text.length) return text;
  return text.slice(0, utf8.encodeInto(text, roomBeforeEllipsis).read) + ellipsis;
}
