import type { ChainReading } from "./chain-reading.ts";
import { type JsonMember, jsonMembers } from "./json-text.ts";
import { readingMeter } from "./reading-meter.ts";

/** Maximum length of the JSON text as UTF-8. The same limit applies to accepted readings. */
export const metadataBytesMax = 4096;

type Metadata = Readonly<Record<string, unknown>>;

const none: Metadata = Object.freeze({});
const utf8 = new TextEncoder();

/** A text of this length always fits: a UTF-16 unit takes at most three bytes of UTF-8. */
const surelyFits = Math.floor(metadataBytesMax / 3);

let lastText = "";
let lastMetadata = none;

/**
 * Returns the reading's metadata. The nodes of a chain ask for the same text one after another, so the last one stays parsed:
 * copy it (`{ ...metadataOf(reading) }`), never change it. Devices choose the keys, including `__proto__` and `constructor`:
 * check `Object.hasOwn` before reading one, and copy by spreading, which keeps them plain.
 */
export function metadataOf(reading: ChainReading): Metadata {
  const { metadata } = reading;
  if (metadata === "") return none;
  if (metadata === lastText) return lastMetadata;
  readingMeter.spend(metadata.length);
  lastMetadata = JSON.parse(metadata) as Metadata;
  lastText = metadata;
  return lastMetadata;
}

/**
 * Returns the texts of the reading's metadata by key, for nodes that change some keys and must leave the others as they were
 * sent: a number such as 12345678901234567890 would not survive being parsed.
 */
export function metadataTextsOf({ metadata }: ChainReading): Map<string, MetadataText> {
  if (metadata === "") return new Map();
  readingMeter.spend(metadata.length);
  return jsonMembers(metadata);
}

type MetadataText = Pick<JsonMember, "keyText" | "valueText">;

/** Sets the reading's metadata. Returns null, or why it could not, with the reading unchanged. */
export function writeMetadata(reading: ChainReading, metadata: Map<string, MetadataText>): string | null {
  let text = "";
  for (const { keyText, valueText } of metadata.values()) {
    text += `${text === "" ? "{" : ","}${keyText}:${valueText}`;
  }
  if (text !== "") text += "}";
  if (text.length > surelyFits) {
    const bytes = utf8.encode(text).length;
    if (bytes > metadataBytesMax) {
      return `The metadata would take ${bytes} bytes as JSON; the limit is ${metadataBytesMax}.`;
    }
  }
  reading.metadata = text;
  return null;
}
