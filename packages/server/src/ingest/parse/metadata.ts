import {
  compactJson,
  keyBetween,
  type MemberPlace,
  readMember,
  skipSpace,
  startOfFirst,
  startOfNext,
} from "@weir/rule-engine/json-text";

/** Maximum bytes of the metadata of one reading as JSON. */
export const metadataBytesMax = 4096;

/** A string of this length always fits: UTF-8 takes at most three bytes per character. */
const surelyFits = Math.floor(metadataBytesMax / 3);

/** `end` is where the entry's text ends. */
type Metadata = { ok: true; json: string; end: number } | { ok: false; largestKey: string };

/** An entry of a parsed body: where its text starts, and how many of its keys are metadata. */
interface EntryText {
  readonly text: string;
  readonly start: number;
  readonly metadataKeys: number;
}

const place: MemberPlace = { keyEnd: 0, valueStart: 0, valueEnd: 0, isDense: true };

/**
 * Returns the entry's other keys as JSON text, with keys and values as they were sent, because a double does not hold every
 * number. Only white space outside of strings is left out. If a key is repeated, the last counts.
 */
export function metadataJson(entry: EntryText, isReserved: (key: string) => boolean): Metadata {
  const { text, metadataKeys } = entry;
  let json = "";
  let found = 0;
  // Adjacent metadata without white space is copied in one piece, from `from` to `to`.
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

/** Returns the text of each metadata member, by key. */
function members({ text, start }: EntryText, isReserved: (key: string) => boolean): Map<string, string> {
  const texts = new Map<string, string>();
  for (let at = startOfFirst(text, start); at !== null; at = startOfNext(text, place.valueEnd)) {
    readMember(text, at, place);
    const key = keyBetween(text, at, place.keyEnd);
    if (!isReserved(key)) texts.set(key, memberText(text, at));
  }
  return texts;
}

/** Returns the text of the member that was just read, which starts at `at`. */
function memberText(text: string, at: number): string {
  const { keyEnd, valueStart, valueEnd } = place;
  return `${text.slice(at, keyEnd)}:${compactJson(text, valueStart, valueEnd)}`;
}
