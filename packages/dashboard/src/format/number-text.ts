/** A number as the text of a field, which is empty if there is none. */
export function numberText(value: number | null | undefined): string {
  return value === null || value === undefined ? "" : String(value);
}

/** The number of a field that accepts only numbers; null if it is empty. */
export function numberOrNull(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}
