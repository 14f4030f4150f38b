import type { PostgresTransaction } from "../../platform/postgres/open-postgres.ts";
import type { BatchWriter } from "../engine/postgres/batch-writer.ts";
import { arraysOf, valuesOf } from "../engine/postgres/column-arrays.ts";
import { columnList } from "../engine/record-columns.ts";
import { byteaArray } from "../readings/postgres/array-parameters.ts";
import type { KeptPart, SettledBatch } from "../settlement.ts";
import { frameColumns, frameFields, frameRow, type ParkedFrame } from "./record.ts";

const columns = columnList(frameFields);
/** All but the last, which is their data. */
const smallFields = frameFields.slice(0, -1);

/** Appends parked frames to the lines of their accounts, and removes settled readings. */
export class BacklogWriter implements BatchWriter {
  async write(
    tx: PostgresTransaction,
    { parked, keptFrames, settledFrameIds, to }: SettledBatch,
  ): Promise<void> {
    const { partition } = to;
    if (parked.length > 0) park(tx, parked, partition);
    if (keptFrames.length > 0) keep(tx, keptFrames, partition);
    if (settledFrameIds.length > 0) {
      tx.send({
        text: "DELETE FROM weir_store.parked_frames WHERE partition = $1 AND id = ANY ($2::int8[])",
        values: [partition, settledFrameIds],
      });
    }
  }
}

function park(tx: PostgresTransaction, frames: readonly ParkedFrame[], partition: number): void {
  const rows = frames.map(frameRow);
  tx.send({
    name: "park frames",
    text: `INSERT INTO weir_store.parked_frames (partition, ${columns})
      SELECT $1, ${columns}
      FROM unnest(${arraysOf(frameColumns, frameFields, 2)}) WITH ORDINALITY AS frame (${columns}, nth)
      ORDER BY nth`,
    // Their data is large, so it is sent in binary form.
    values: [partition, ...valuesOf(smallFields, rows), byteaArray(rows.map(({ data }) => data))],
  });
}

function keep(tx: PostgresTransaction, parts: readonly KeptPart[], partition: number): void {
  tx.send({
    name: "keep parts of frames",
    text: `UPDATE weir_store.parked_frames AS frame SET due = part.due, readings = part.readings
      FROM unnest($2::int8[], $3::bytea[], $4::int8[]) AS part (id, due, readings)
      WHERE frame.partition = $1 AND frame.id = part.id`,
    values: [
      partition,
      parts.map(({ id }) => id),
      byteaArray(parts.map(({ due }) => due)),
      parts.map(({ readings }) => readings),
    ],
  });
}
