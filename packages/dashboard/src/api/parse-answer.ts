/**
 * Two features that browsers added between 2023 and 2025: reading the source text of a number, and writing a number as
 * given text.
 */
interface ExactJson {
  rawJSON?(text: string): unknown;
  parse(
    text: string,
    reviver: (key: string, value: unknown, context?: { source?: string }) => unknown,
  ): unknown;
}

const exactJson = JSON as unknown as ExactJson;

/**
 * A number that JSON.stringify writes exactly as it was sent. It is a class instance, so that the query cache
 * passes it on and does not copy it key by key.
 */
class ExactNumber {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toJSON(): unknown {
    return exactJson.rawJSON?.(this.#text);
  }
}

/**
 * Parses the JSON of an answer. Pages show the metadata of readings exactly as sent, but a double cannot hold every
 * number that a device may send, so such a number becomes an ExactNumber. Use `withDoubles` before calculating with
 * metadata. Checking each number takes time, so only answers with metadata, or with readings as they were
 * sent, are checked.
 */
export function parseAnswer(text: string): unknown {
  const isChecked = text.includes('"metadata":{') || text.includes('"entry":');
  if (exactJson.rawJSON === undefined || !isChecked) return JSON.parse(text) as unknown;
  return exactJson.parse(text, (_key, value, context) => {
    const source = context?.source;
    const isExact = typeof value !== "number" || source === undefined || String(value) === source;
    return isExact ? value : new ExactNumber(source);
  });
}

/** The same value with plain numbers. */
export function withDoubles<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
