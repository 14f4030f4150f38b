import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
import type { BatchWriter } from "../engine/postgres/batch-writer.ts";
import { byteaArray } from "../readings/postgres/array-parameters.ts";
import type { KeptPart, SettledBatch } from "../settlement.ts";
import type { ParkedFrame } from "./parked-frames.ts";

/** Appends parked frames to the lines of their accounts, and removes settled readings. */
export class BacklogWriter implements BatchWriter {
  async write(tx: PostgresSession, { parked, keptFrames, settledFrameIds, to }: SettledBatch): Promise<void> {
    const { partition } = to;
    if (parked.length > 0) await park(tx, parked, partition);
    if (keptFrames.length > 0) await keep(tx, keptFrames, partition);
    if (settledFrameIds.length > 0) {
      await tx.query("DELETE FROM weir_store.parked_frames WHERE partition = $1 AND id = ANY ($2::int8[])", [
        partition,
        settledFrameIds,
      ]);
    }
  }
}

async function park(tx: PostgresSession, frames: readonly ParkedFrame[], partition: number): Promise<void> {
  await tx.query({
    name: "park frames",
    text: `INSERT INTO weir_store.parked_frames
        (partition, account_id, device_id, position, first_ordinal, readings, bytes, due, data)
      SELECT $1, account_id, device_id, position, first_ordinal, readings, length(data), due, data
      FROM unnest($2::int8[], $3::int8[], $4::int8[], $5::int8[], $6::int8[], $7::bytea[], $8::bytea[])
        WITH ORDINALITY AS frame (account_id, device_id, position, first_ordinal, readings, due, data, nth)
      ORDER BY nth`,
    values: [
      partition,
      frames.map(({ accountId }) => accountId),
      frames.map(({ deviceId }) => deviceId),
      frames.map(({ position }) => position.sequence),
      frames.map(({ firstOrdinal }) => firstOrdinal),
      frames.map(({ readings }) => readings),
      frames.map(({ due }) => due && Buffer.from(due)),
      byteaArray(frames.map(({ data }) => data)),
    ],
  });
}

async function keep(tx: PostgresSession, parts: readonly KeptPart[], partition: number): Promise<void> {
  await tx.query({
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
