const [quote, backslash, openList, closeList, openObject, closeObject] = Buffer.from('"\\[]{}');

/**
 * Returns whether lists and objects are nested deeper than `max` in bytes that may be JSON. Checked before parsing, because a
 * value nested a million levels deep takes seconds to walk through, and every walk overflows the stack.
 */
export function isNestedDeeperThan(json: Uint8Array, max: number): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (isText) {
      if (byte === backslash) at++;
      else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (byte === openList || byte === openObject) {
      if (++depth > max) return true;
    } else if (byte === closeList || byte === closeObject) depth--;
  }
  return false;
}
