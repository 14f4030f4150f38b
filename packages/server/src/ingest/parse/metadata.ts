import {
  compactJson,
  keyBetween,
  type MemberPlace,
  readMember,
  skipSpace,
  startOfFirst,
  startOfNext,
} from "@weir/rule-engine/json-text";

/** Bytes that the metadata of one reading may take as JSON. */
export const metadataBytesMax = 4096;

/** A string of this length fits whatever its characters are: UTF-8 takes at most three bytes for each. */
const surelyFits = Math.floor(metadataBytesMax / 3);

/** `end` is where the entry's text ends. */
type Metadata = { ok: true; json: string; end: number } | { ok: false; largestKey: string };

/** An entry of a body that was parsed: where its text starts, and how many keys of it are metadata. */
interface EntryText {
  readonly text: string;
  readonly start: number;
  readonly metadataKeys: number;
}

const place: MemberPlace = { keyEnd: 0, valueStart: 0, valueEnd: 0, isDense: true };

/**
 * The entry's other keys as JSON text, with keys and values as they were sent, since a double does not hold every
 * number. Only white space outside of strings is left out. Of a repeated key the last counts.
 */
export function metadataJson(entry: EntryText, isReserved: (key: string) => boolean): Metadata {
  const { text, metadataKeys } = entry;
  let json = "";
  let found = 0;
  // Metadata that stand side by side without white space are copied in one piece, which goes from `from` to `to`.
  let from = text.length;
  let to = text.length;
  let end = entry.start + 1;
  for (let at = startOfFirst(text, entry.start); at !== null; at = startOfNext(text, end)) {
    readMember(text, at, place);
    end = place.valueEnd;
    if (isReserved(keyBetween(text, at, place.keyEnd))) continue;
    found++;
    if (place.isDense && at === to + 1) {
      to = end;
      continue;
    }
    json = joined(json, text.slice(from, to));
    from = place.isDense ? at : text.length;
    to = place.isDense ? end : text.length;
    if (!place.isDense) json = joined(json, memberText(text, at));
  }
  json = joined(json, text.slice(from, to));
  if (found !== metadataKeys) json = [...members(entry, isReserved).values()].join();
  if (json !== "") json = `{${json}}`;
  if (json.length <= surelyFits || Buffer.byteLength(json) <= metadataBytesMax) {
    return { ok: true, json, end: skipSpace(text, end) + 1 };
  }
  const sizes = Array.from(members(entry, isReserved), ([key, member]) => ({
    key,
    bytes: Buffer.byteLength(member),
  }));
  const largest = sizes.reduce((most, each) => (each.bytes > most.bytes ? each : most));
  return { ok: false, largestKey: largest.key };
}

function joined(json: string, more: string): string {
  if (json === "" || more === "") return json + more;
  return `${json},${more}`;
}

/** The text of each member that is metadata, by key. */
function members({ text, start }: EntryText, isReserved: (key: string) => boolean): Map<string, string> {
  const texts = new Map<string, string>();
  for (let at = startOfFirst(text, start); at !== null; at = startOfNext(text, place.valueEnd)) {
    readMember(text, at, place);
    const key = keyBetween(text, at, place.keyEnd);
    if (!isReserved(key)) texts.set(key, memberText(text, at));
  }
  return texts;
}

/** The member that was just read, which starts at `at`. */
function memberText(text: string, at: number): string {
  const { keyEnd, valueStart, valueEnd } = place;
  return `${text.slice(at, keyEnd)}:${compactJson(text, valueStart, valueEnd)}`;
}
