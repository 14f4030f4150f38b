/**
 * JSON text inside a value that `stringify` of this file will write. The text is inserted unchanged, so a JSON parser must have
 * accepted it. Metadata needs this: a number such as 12345678901234567890 does not survive being parsed and written again.
 */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Used by JSON.stringify. Outside of `stringify` that is the parsed value, whose numbers are doubles. */
  toJSON(): unknown {
    if (texts === null) return JSON.parse(this.text);
    texts.push(this.text);
    return placeholder;
  }
}

/** The text of an object, with the type that readers of the JSON get. */
export function rawObject<T extends object = Record<string, unknown>>(text: string): T {
  return new RawJson(text) as object as T;
}

/** Unknown outside of this process, so no text of people or devices can be mistaken for it. */
const placeholder = `raw-json-${crypto.randomUUID()}`;
const written = JSON.stringify(placeholder);

/** The texts of the value that is being written, or null. */
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
