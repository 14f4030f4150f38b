import { localNumber } from "./local-number.ts";

const plain = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 });

export function countText(count: number): string {
  return plain.format(count);
}

/** For narrow places: 1.2K. */
export function compactText(count: number): string {
  return compact.format(count);
}

/** "1 device", "2 devices". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

/** Numbers beyond these limits have too many digits for a card. */
const exponentFrom = 1e10;
const exponentBelow = 1e-4;
const digitsOfExponents = 4;
/** A value of ten digits and a point is shown as it was sent. */
const charsKept = 11;
/**
 * A longer value usually comes from arithmetic, and its last digits mean nothing. Digits before the point
 * always stay.
 */
const digitsOfOthers = 6;

/**
 * A measured value with the decimals of its sensor type, if it has any. Every digit shown is true, but there
 * may be fewer digits than in the value; hovering shows the exact value.
 */
export function valueText(value: number, decimals: number | null = null): string {
  return localNumber(writtenValue(value, decimals));
}

/** A number with all its digits. */
export function exactText(value: number): string {
  return localNumber(String(value).replace("e+", "e"));
}

/** A number with exactly these decimals. */
export function roundedText(value: number, decimals: number): string {
  return localNumber(value.toFixed(decimals));
}

function writtenValue(value: number, decimals: number | null): string {
  const size = Math.abs(value);
  if (size >= exponentFrom) return exponentText(value);
  if (decimals !== null) return fixedText(value, decimals);
  if (size > 0 && size < exponentBelow) return exponentText(value);
  if (String(size).length <= charsKept) return String(value);
  const wholeDigits = Math.trunc(size).toString().length;
  return String(Number(value.toPrecision(Math.max(digitsOfOthers, wholeDigits))));
}

function exponentText(value: number): string {
  const digits = Math.min(digitsOf(value), digitsOfExponents);
  return value.toExponential(digits - 1).replace("e+", "e");
}

/** Pads with zeros. `toFixed` would continue with the digits of the binary number. */
function fixedText(value: number, decimals: number): string {
  const own = Math.min(decimalsOf(value), decimals);
  const text = value.toFixed(own);
  const unsigned = Number(text) === 0 ? text.replace("-", "") : text;
  return own === decimals ? unsigned : `${unsigned}${own === 0 ? "." : ""}${"0".repeat(decimals - own)}`;
}

/** How many decimals a number has when it is written out. */
export function decimalsOf(value: number): number {
  const exponent = Number(value.toExponential().split("e")[1]);
  return Math.max(0, digitsOf(value) - 1 - exponent);
}

function digitsOf(value: number): number {
  return Math.abs(value).toExponential().split("e")[0]!.replace(".", "").length;
}

/** Readings a minute, with decimals only where they are needed. */
export function rateText(perMinute: number): string {
  if (perMinute === 0) return "0";
  if (perMinute < 0.005) return `< ${roundedText(0.01, 2)}`;
  if (perMinute < 0.995) return roundedText(perMinute, 2);
  if (perMinute < 9.95) return roundedText(perMinute, 1);
  return perMinute < 1000 ? countText(perMinute) : compactText(perMinute);
}

export function bytesText(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${roundedText(size, unit === 0 || size >= 100 ? 0 : 1)} ${units[unit]}`;
}

export function percentText(share: number): string {
  if (share > 0 && share < 0.0005) return `< ${roundedText(0.1, 1)} %`;
  return `${roundedText(share * 100, share > 0 && share < 0.1 ? 1 : 0)} %`;
}
