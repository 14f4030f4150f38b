/** The body of a request: it must be UTF-8, JSON, and an object. Anything else is one problem under `body`. */
export type JsonObject = Record<string, unknown>;

/** `text` is what `body` was parsed from. */
type JsonResult = { ok: true; body: JsonObject; text: string } | { ok: false; problem: string };

/** The body itself is level 1. */
export const jsonDepthMax = 32;
export const tooDeep = `The body must not be nested deeper than ${jsonDepthMax} levels.`;

const utf8 = new TextDecoder("utf-8", { fatal: true });

export function parseJson(bytes: Uint8Array): JsonResult {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return { ok: false, problem: "The body must be UTF-8." };
  }
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { ok: false, problem: "The body must be valid JSON." };
  }
  if (!isJsonObject(body)) return { ok: false, problem: "The body must be a JSON object." };
  return { ok: true, body, text };
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns whether `value` has more than `levels` levels of objects and arrays; a scalar has none. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (isDeeperThan(item, levels - 1)) return true;
    return false;
  }
  const members = value as JsonObject;
  for (const key in members) if (isDeeperThan(members[key], levels - 1)) return true;
  return false;
}
