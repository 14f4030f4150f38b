import type { JsonObject } from "./parse-json.ts";

/** Bytes that the metadata of one reading may take as JSON. */
export const metadataBytesMax = 4096;

/** A string of this length fits whatever its characters are: UTF-8 takes at most three bytes for each. */
const surelyFits = Math.floor(metadataBytesMax / 3);

export type Metadata = { ok: true; json: string } | { ok: false; largestKey: string };

/**
 * The entry's other keys as JSON text. Built key by key, so that `__proto__` stays a plain key.
 */
export function metadataJson(entry: JsonObject, isReserved: (key: string) => boolean): Metadata {
  let json = "";
  for (const key in entry) {
    if (isReserved(key)) continue;
    const member = memberJson(entry, key);
    json += json === "" ? `{${member}` : `,${member}`;
  }
  if (json !== "") json += "}";
  if (json.length <= surelyFits || Buffer.byteLength(json) <= metadataBytesMax) return { ok: true, json };
  const sizes = Object.keys(entry)
    .filter((key) => !isReserved(key))
    .map((key) => ({ key, bytes: Buffer.byteLength(memberJson(entry, key)) }));
  const largest = sizes.reduce((most, each) => (each.bytes > most.bytes ? each : most));
  return { ok: false, largestKey: largest.key };
}

function memberJson(entry: JsonObject, key: string): string {
  return `${JSON.stringify(key)}:${JSON.stringify(entry[key])}`;
}
