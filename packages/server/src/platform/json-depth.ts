const [quote, backslash, openList, closeList, openObject, closeObject] = Buffer.from('"\\[]{}');

/**
 * Whether lists and objects are in one another more often than that, in what may be JSON. Asked before parsing, because a
 * value that is nested a million deep takes seconds to walk through, and every walk runs out of stack at its end.
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
