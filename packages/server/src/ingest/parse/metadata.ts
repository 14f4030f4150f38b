import type { JsonObject } from "./parse-json.ts";

/** Bytes that the metadata of one reading may take as JSON. */
export const metadataBytesMax = 4096;

/** A string of this length fits whatever its characters are: UTF-8 takes at most three bytes for each. */
const surelyFits = Math.floor(metadataBytesMax / 3);

export type Metadata = { ok: true; json: string } | { ok: false; largestKey: string };

/**
 * The entry's other keys as JSON text. Built key by key, so that `__proto__` stays a plain key and the largest one is
 * known when the whole is too large.
 */
export function metadataJson(entry: JsonObject, isReserved: (key: string) => boolean): Metadata {
  let json = "";
  let largestKey = "";
  let largestLength = -1;
  for (const key in entry) {
    if (isReserved(key)) continue;
    const member = `${JSON.stringify(key)}:${JSON.stringify(entry[key])}`;
    if (member.length > largestLength) {
      largestLength = member.length;
      largestKey = key;
    }
    json += json === "" ? `{${member}` : `,${member}`;
  }
  if (json !== "") json += "}";
  if (json.length > surelyFits && Buffer.byteLength(json) > metadataBytesMax)
    return { ok: false, largestKey };
  return { ok: true, json };
}
