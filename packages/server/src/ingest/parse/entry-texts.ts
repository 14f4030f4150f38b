import {
  endOfValue,
  keyBetween,
  type MemberPlace,
  readMember,
  skipSpace,
  startOfFirst,
  startOfNext,
} from "@weir/rule-engine/json-text";

/**
 * Finds the text of entries in the text of a parsed body. It walks through the body once, so rows must be requested in
 * ascending order.
 */
export class EntryTexts {
  text = "";
  #row = 0;
  /** Where the entry of `#row` starts; -1 until the first request. */
  #at = -1;
  /** Where it ends; -1 if unknown. */
  #end = -1;

  begin(text: string): void {
    this.text = text;
    this.#row = 0;
    this.#at = -1;
    this.#end = -1;
  }

  /** Returns where the entry starts, which must exist. */
  startOf(row: number): number {
    const { text } = this;
    if (this.#at < 0) this.#at = startOfEntries(text);
    for (; this.#row < row; this.#row++) {
      const end = this.#end < 0 ? endOfValue(text, this.#at) : this.#end;
      this.#at = startOfNext(text, end)!;
      this.#end = -1;
    }
    return this.#at;
  }

  /** A caller that has walked through the last requested entry reports where it ends, which saves walking again. */
  endsAt(end: number): void {
    this.#end = end;
  }
}

const place: MemberPlace = { keyEnd: 0, valueStart: 0, valueEnd: 0, isDense: true };

/** Returns the start of the first entry of `data`, or of `data` itself if it is not a list. */
function startOfEntries(text: string): number {
  const data = startOfData(text);
  return text[data] === "[" ? startOfFirst(text, data)! : data;
}

const dataKey = '"data"';

/** Returns where the value of `data` starts. If the key is repeated, the last counts. */
function startOfData(text: string): number {
  const only = text.indexOf(dataKey);
  // The key nearly always occurs once and without escapes, so that the members need not be walked through.
  if (only === text.lastIndexOf(dataKey) && !text.includes("\\")) {
    return skipSpace(text, skipSpace(text, only + dataKey.length) + 1);
  }
  let data = 0;
  for (let at = startOfFirst(text, skipSpace(text, 0)); at !== null; at = startOfNext(text, place.valueEnd)) {
    readMember(text, at, place);
    if (keyBetween(text, at, place.keyEnd) === "data") data = place.valueStart;
  }
  return data;
}
