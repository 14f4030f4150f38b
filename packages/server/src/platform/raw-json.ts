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
    texts.push(this.text);
    return placeholder;
  }
}

/** The text of an object, typed as the object that readers of the JSON get. */
export function rawObject<T extends object = Record<string, unknown>>(text: string): T {
  return new RawJson(text) as object as T;
}

/** Nobody outside of this process knows it, so nothing that people or devices wrote can be taken for it. */
const placeholder = `raw-json-${crypto.randomUUID()}`;
const written = JSON.stringify(placeholder);

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
  let result = "";
  let from = 0;
  // Texts were found in the order in which their placeholders were written.
  for (const text of found) {
    const at = json.indexOf(written, from);
    result += json.slice(from, at) + text;
    from = at + written.length;
  }
  return result + json.slice(from);
}
