import type { AttributeValue } from "./device-notes.ts";

/**
 * Reads a value as people type it in a command or a spreadsheet: `true` and `false` are booleans, a number in its usual form is
 * a number, and all else is text. A serial number with leading zeros is text.
 */
export function attributeFromText(text: string): AttributeValue {
  if (text === "true" || text === "false") return text === "true";
  return usualNumber.test(text) && String(Number(text)).length < numberDigitsMax ? Number(text) : text;
}

const usualNumber = /^-?(0|[1-9]\d*)(\.\d+)?$/;
/** Longer ones are identifiers, which a number would round. */
const numberDigitsMax = 16;

export function attributeToText(value: AttributeValue): string {
  return String(value);
}
