import type { DropReason } from "@weir/protocol/drop-reasons";
import { compactJson, endOfValue } from "@weir/rule-engine/json-text";
import type { RejectedReading } from "../../activity/activity-record.ts";
import { kept, type ReadingColumns } from "../classify/reading-columns.ts";
import { EntryTexts } from "../parse/entry-texts.ts";
import { isJsonObject, parseJson } from "../parse/parse-json.ts";
import { reasonOfDrop } from "./refused-readings.ts";

/** How many rejected readings of one request are kept, and how long each may be as JSON. */
const entriesMax = 1000;
const entryBytesMax = 16 * 1024;

type Origin = Omit<RejectedReading, "position" | "reason" | "entry">;

/**
 * Returns the rejected readings of a request as they were sent, without white space. It reads the body a second time, but only
 * if there are rejected readings and the device keeps them. Entries that are not objects cannot become readings.
 */
export function rejectedEntries(
  body: Uint8Array,
  columns: ReadingColumns,
  origin: Origin,
): RejectedReading[] {
  const json = parseJson(body);
  if (!json.ok) return [];
  const { data } = json.body;
  const entries: unknown[] = Array.isArray(data) ? data : [data];
  const texts = new EntryTexts();
  texts.begin(json.text);
  const rejected: RejectedReading[] = [];
  for (let row = 0; row < columns.count && rejected.length < entriesMax; row++) {
    const code = columns.drops[row]!;
    if (code === kept || !isJsonObject(entries[row])) continue;
    const start = texts.startOf(row);
    const entry = compactJson(json.text, start, endOfValue(json.text, start));
    if (Buffer.byteLength(entry) > entryBytesMax) continue;
    rejected.push({ ...origin, position: row, reason: reasonOfDrop(code) as DropReason, entry });
  }
  return rejected;
}
