/**
 * JSON text as a part of a value that is still to be written as JSON, by `stringify` of this file. The text goes in as it
 * is, so it must be text that a JSON parser has accepted. Metadata need this: a number such as 12345678901234567890 does
 * not survive being parsed and written again.
 */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** What JSON.stringify writes. Outside of `stringify` that is the parsed value, whose numbers are doubles. */
  toJSON(): unknown {
    if (texts === null) return JSON.parse(this.text);
    return `${placeholder}${texts.push(this.text) - 1}`;
  }
}

/** The text of an object, typed as the object that readers of the JSON get. */
export function rawObject(text: string): Record<string, unknown> {
  return new RawJson(text) as unknown as Record<string, unknown>;
}

/** Nobody outside of this process knows it, so nothing that people or devices wrote can be taken for a placeholder. */
const placeholder = `raw-json-${crypto.randomUUID()}-`;
const placeholders = new RegExp(`"${placeholder}(\\d+)"`, "g");

/** The texts of the value that is being written, while one is. */
let texts: string[] | null = null;

/** Like JSON.stringify, with the text of each RawJson in its place. */
export function stringify(value: unknown): string {
  const found: string[] = [];
  texts = found;
  let json: string;
  try {
    json = JSON.stringify(value);
  } finally {
    texts = null;
  }
  if (found.length === 0) return json;
  return json.replace(placeholders, (_, index: string) => found[Number(index)]!);
}
