import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
import { int8Array } from "../readings/postgres/array-parameters.ts";
import { contentColumns, contentParameters, contentValues } from "./block-contents-postgres.ts";
import { linesOfBlock } from "./request-block.ts";
import type { BlockRequest, RequestPiece } from "./request-piece.ts";
import type { BlockHead } from "./surplus-of-blocks.ts";

/** How many blocks are locked and changed at a time. Most have at most 8 kB. */
const lockedMax = 100;

const inserted = contentParameters(5);
const shrunk = contentParameters(2);

/** Returns the id of each new block. */
export async function insertBlocks(
  tx: PostgresSession,
  partition: number,
  pieces: readonly RequestPiece[],
): Promise<number[]> {
  if (pieces.length === 0) return [];
  const { rows } = await tx.query<{ id: number }>({
    name: "keep requests in blocks",
    text: `INSERT INTO weir_store.request_blocks
        (partition, account_id, is_troubled, reasons, first_ms, last_ms, device_ids, id_hashes, data)
      SELECT $1, account_id, is_troubled, string_to_array(reasons, ' '), first_ms, last_ms,
        ${inserted.deviceIds}, ${inserted.idHashes}, data
      FROM unnest($2::int8[], $3::boolean[], $4::text[], ${inserted.lists})
        WITH ORDINALITY AS piece (account_id, is_troubled, reasons, ${contentColumns}, nth)
      ORDER BY nth RETURNING id`,
    values: [partition, int8Array(pieces.map(({ accountId }) => accountId)), ...valuesOf(pieces)],
  });
  return rows.map(({ id }) => id);
}

/** Adds a piece to the end of each block that is still there. Returns the ids of these blocks. */
export async function addToBlocks(
  tx: PostgresSession,
  partition: number,
  pieces: ReadonlyMap<number, RequestPiece>,
): Promise<ReadonlySet<number>> {
  if (pieces.size === 0) return new Set();
  const { rows } = await tx.query<{ id: number }>({
    name: "add requests to blocks",
    text: `UPDATE weir_store.request_blocks AS block SET
        is_troubled = block.is_troubled OR piece.is_troubled,
        reasons = CASE WHEN piece.reasons = '' THEN block.reasons ELSE ARRAY(
          SELECT unnest(block.reasons) UNION SELECT unnest(string_to_array(piece.reasons, ' '))) END,
        first_ms = least(block.first_ms, piece.first_ms), last_ms = greatest(block.last_ms, piece.last_ms),
        device_ids = block.device_ids || ${inserted.deviceIds}, id_hashes = block.id_hashes || ${inserted.idHashes},
        data = block.data || piece.data
      FROM unnest($2::int8[], $3::boolean[], $4::text[], ${inserted.lists})
        AS piece (id, is_troubled, reasons, ${contentColumns})
      WHERE block.partition = $1 AND block.id = piece.id RETURNING block.id`,
    values: [partition, int8Array([...pieces.keys()]), ...valuesOf([...pieces.values()])],
  });
  return new Set(rows.map(({ id }) => id));
}

function valuesOf(pieces: readonly RequestPiece[]): unknown[] {
  return [
    pieces.map(({ isTroubled }) => isTroubled),
    pieces.map(({ reasons }) => [...reasons].join(" ")),
    ...contentValues(pieces.map(({ requests }) => requests)),
  ];
}

/** What is known of all blocks of a partition without their lines. */
export async function readBlockHeads(tx: PostgresSession, partition: number): Promise<BlockHead[]> {
  // As JSON, because the driver takes several times as long to read an array of numbers.
  const { rows } = await tx.query<Omit<BlockHead, "deviceIds"> & { devices: string }>({
    name: "heads of blocks",
    text: `SELECT id, account_id AS "accountId", first_ms AS "firstMs", last_ms AS "lastMs",
        octet_length(data) + 8 * cardinality(device_ids) AS bytes,
        '[' || array_to_string(device_ids, ',') || ']' AS devices
      FROM weir_store.request_blocks WHERE partition = $1`,
    values: [partition],
  });
  return rows.map(({ devices, ...head }) => ({ ...head, deviceIds: JSON.parse(devices) as number[] }));
}

export async function deleteBlocks(
  tx: PostgresSession,
  partition: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.query({
    name: "delete blocks",
    text: "DELETE FROM weir_store.request_blocks WHERE partition = $1 AND id = ANY ($2::int8[])",
    values: [partition, int8Array(ids)],
  });
}

/** Deletes some requests of these blocks of a partition. */
export async function thinBlocks(
  tx: PostgresSession,
  partition: number,
  ids: readonly number[],
  isGone: (request: BlockRequest) => boolean,
): Promise<void> {
  for (let start = 0; start < ids.length; start += lockedMax) {
    const values = [partition, int8Array(ids.slice(start, start + lockedMax))];
    await removeFromBlocks(tx, "partition = $1 AND id = ANY ($2::int8[])", values, isGone);
  }
}

/** Deletes all requests of these devices, in all partitions. */
export async function forgetDevicesInBlocks(
  tx: PostgresSession,
  deviceIds: readonly number[],
): Promise<void> {
  const forgotten = new Set(deviceIds);
  const isGone = ({ deviceId }: BlockRequest) => forgotten.has(deviceId);
  while ((await removeFromBlocks(tx, "device_ids && $1::int4[]", [deviceIds], isGone)) > 0);
}

/**
 * Deletes some requests of blocks. The blocks are locked first, because the owner of their partition may be adding to them, and
 * others may be deleting from them. Returns the number of blocks, `lockedMax` at most.
 */
async function removeFromBlocks(
  tx: PostgresSession,
  which: string,
  values: readonly unknown[],
  isGone: (request: BlockRequest) => boolean,
): Promise<number> {
  const { rows } = await tx.query<LockedBlock>(
    `SELECT id, data, '[' || array_to_string(device_ids, ',') || ']' AS devices,
       '[' || array_to_string(id_hashes, ',') || ']' AS hashes
     FROM weir_store.request_blocks WHERE ${which} ORDER BY id LIMIT ${lockedMax} FOR UPDATE`,
    values,
  );
  const blocks = rows.map((row) => ({
    id: row.id,
    requests: requestsOf(row).filter((request) => !isGone(request)),
  }));
  const left = blocks.filter(({ requests }) => requests.length > 0);
  const empty = blocks.filter(({ requests }) => requests.length === 0);
  await tx.query("DELETE FROM weir_store.request_blocks WHERE id = ANY ($1::int8[])", [
    int8Array(empty.map(({ id }) => id)),
  ]);
  // What the block knows about trouble stays. It only says where to look.
  if (left.length > 0)
    await tx.query(
      `UPDATE weir_store.request_blocks AS block SET first_ms = piece.first_ms, last_ms = piece.last_ms,
         device_ids = ${shrunk.deviceIds}, id_hashes = ${shrunk.idHashes}, data = piece.data
       FROM unnest($1::int8[], ${shrunk.lists}) AS piece (id, ${contentColumns}) WHERE block.id = piece.id`,
      [int8Array(left.map(({ id }) => id)), ...contentValues(left.map(({ requests }) => requests))],
    );
  return blocks.length;
}

interface LockedBlock {
  readonly id: number;
  readonly data: Uint8Array;
  readonly devices: string;
  readonly hashes: string;
}

function requestsOf({ data, devices, hashes }: LockedBlock): BlockRequest[] {
  const deviceIds = JSON.parse(devices) as number[];
  const idHashes = JSON.parse(hashes) as number[];
  return linesOfBlock(data).map((request, nth) => ({
    ...request,
    deviceId: deviceIds[nth]!,
    idHash: idHashes[nth]!,
  }));
}
