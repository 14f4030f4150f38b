import type { Database } from "bun:sqlite";
import type { ActivityRecord } from "../../activity/activity-record.ts";
import { decodeLine } from "./activity-line.ts";

/**
 * Requests as earlier versions kept them on SQLite, read once when the file is brought up to date. A segment had many
 * requests, in parts that were sorted by device. The directory of a part held numbers in columns, and the lines (see
 * activity-line.ts) lay one after the other beside it:
 *
 *   u32 devices | u32 requests | per request: f64 arrival ms, then u32 length of its line, then u32 mark
 *   | per device: u32 id, then u32 account, then u32 number of requests
 */
interface PartRow {
  readonly directory: Uint8Array;
  readonly lines: Uint8Array;
}

const headBytes = 8;
const requestBytes = 16;
const deviceBytes = 12;

/** Yields the requests of all segments, the oldest segment first. Parts and lines that cannot be read are left out. */
export function* requestsInSegments(db: Database): Generator<ActivityRecord> {
  const parts = db
    .query<{ segment: number; device: number }, []>(
      "SELECT segment_id AS segment, first_device AS device FROM activity_parts ORDER BY segment_id, first_device",
    )
    .all();
  // One at a time, because all together may have many megabytes.
  const read = db.query<PartRow, [number, number]>(
    "SELECT directory, lines FROM activity_parts WHERE segment_id = ? AND first_device = ?",
  );
  for (const { segment, device } of parts) yield* requestsIn(read.get(segment, device)!);
}

function* requestsIn({ directory, lines }: PartRow): Generator<ActivityRecord> {
  if (directory.byteLength < headBytes) return;
  // A copy, because numbers must start at a multiple of their size.
  const { buffer } = directory.slice();
  const [devices = 0, requests = 0] = new Uint32Array(buffer, 0, 2);
  if (directory.byteLength !== headBytes + requests * requestBytes + devices * deviceBytes) return;
  const arrivalsMs = new Float64Array(buffer, headBytes, requests);
  const lengths = new Uint32Array(buffer, headBytes + requests * 8, requests);
  const ofDevices = new Uint32Array(buffer, headBytes + requests * requestBytes, devices * 3);
  if (lengths.reduce((sum, length) => sum + length, 0) !== lines.byteLength) return;
  const text = Buffer.from(lines);
  let nth = 0;
  let from = 0;
  for (let device = 0; device < devices; device++) {
    const deviceId = ofDevices[device]!;
    const accountId = ofDevices[devices + device]!;
    for (let left = ofDevices[2 * devices + device]!; left > 0 && nth < requests; left--) {
      const to = from + lengths[nth]!;
      const head = { accountId, deviceId, arrivalMs: arrivalsMs[nth]! };
      const record = decodeLine(text.toString("utf8", from, to), head);
      if (record !== null) yield record;
      from = to;
      nth++;
    }
  }
}
