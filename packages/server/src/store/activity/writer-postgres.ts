import type { ActivityRecord } from "../../activity/activity-record.ts";
import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
import type { KeptRequests } from "./activity-keeper.ts";
import {
  addToBlocks,
  deleteBlocks,
  forgetDevicesInBlocks,
  insertBlocks,
  readBlockHeads,
  thinBlocks,
} from "./block-rows-postgres.ts";
import { newestOfDevices } from "./record.ts";
import { blockBytesMax, piecesOf, type RequestPiece } from "./request-piece.ts";
import { surplusOfBlocks } from "./surplus-of-blocks.ts";

/** The approximate limit of the blocks of one partition. */
const bytesMaxOfPartition = 64 * 1024 * 1024;
/** What is superseded is looked for when the blocks have grown by this share, and by a little more if there are few. */
const grownShare = 1 / 8;
const grownBytesMin = 16 * 1024;
/** Accounts whose last block is remembered. The next requests of others begin a new block. */
const openBlocksMax = 10_000;

/**
 * Writes the latest requests of devices and limits them: each device keeps its newest, and past the limit of the partition,
 * tenants over their share lose their oldest. Requests of an account that arrive together become blocks, or are added to the last
 * block of the account if it has room: a row for each request would cost PostgreSQL twice what its reading costs.
 *
 * What is remembered here of a partition need not be true. Another process may have owned the partition in between, or a
 * transaction may have been undone: then the next requests begin new blocks, or all blocks are looked at sooner or later than
 * necessary.
 */
export class PostgresRequestWriter {
  readonly #bytesMax: number;
  readonly #partitions = new Map<number, KeptPartition>();

  constructor(bytesMax = bytesMaxOfPartition) {
    this.#bytesMax = bytesMax;
  }

  async keep(tx: PostgresSession, partition: number, requests: KeptRequests): Promise<void> {
    const { records, keptPerDevice } = requests;
    if (records.length === 0 || keptPerDevice < 1) return;
    const kept = this.#partitions.get(partition) ?? { openBlocks: new Map(), bytes: 0, addedBytes: null };
    this.#partitions.set(partition, kept);
    const added = await writeBlocks(tx, partition, newestOfDevices(records, keptPerDevice), kept.openBlocks);
    kept.addedBytes = kept.addedBytes === null ? null : kept.addedBytes + added;
    if (this.#isGrown(kept)) await this.#cutBack(tx, partition, kept, requests);
  }

  #isGrown({ bytes, addedBytes }: KeptPartition): boolean {
    if (addedBytes === null || bytes + addedBytes > this.#bytesMax) return true;
    return addedBytes > bytes * grownShare + grownBytesMin;
  }

  async #cutBack(
    tx: PostgresSession,
    partition: number,
    kept: KeptPartition,
    { keptPerDevice, tenantOf }: KeptRequests,
  ): Promise<void> {
    const heads = await readBlockHeads(tx, partition);
    const limits = { perDevice: keptPerDevice, bytesMax: this.#bytesMax, tenantOf };
    const { goneIds, thinnedIds, keptFromMs, bytes } = surplusOfBlocks(heads, limits);
    await deleteBlocks(tx, partition, goneIds);
    await thinBlocks(tx, partition, thinnedIds, ({ deviceId, arrivalMs }) => {
      return arrivalMs < (keptFromMs.get(deviceId) ?? arrivalMs);
    });
    kept.bytes = bytes;
    kept.addedBytes = 0;
  }
}

interface KeptPartition {
  /** The last block of each account, with its size. */
  readonly openBlocks: Map<number, OpenBlock>;
  /** What the blocks took up when they were last looked at. */
  bytes: number;
  /** What was added since then; null if they were not looked at. */
  addedBytes: number | null;
}

interface OpenBlock {
  readonly id: number;
  readonly bytes: number;
}

/** Returns how many bytes were written. */
export async function writeBlocks(
  tx: PostgresSession,
  partition: number,
  records: readonly ActivityRecord[],
  openBlocks: Map<number, OpenBlock> = new Map(),
): Promise<number> {
  const additions = new Map<number, RequestPiece>();
  const created: RequestPiece[] = [];
  let written = 0;
  for (const [accountId, own] of Map.groupBy(records, (record) => record.accountId)) {
    const pieces = piecesOf(accountId, own);
    for (const { bytes } of pieces) written += bytes;
    const open = openBlocks.get(accountId);
    const [piece] = pieces;
    if (open !== undefined && pieces.length === 1 && open.bytes + piece!.bytes <= blockBytesMax)
      additions.set(open.id, piece!);
    else created.push(...pieces);
  }
  const found = await addToBlocks(tx, partition, additions);
  for (const [id, piece] of additions) {
    const { accountId, bytes } = piece;
    if (found.has(id)) openBlocks.set(accountId, { id, bytes: openBlocks.get(accountId)!.bytes + bytes });
    else created.push(piece);
  }
  const ids = await insertBlocks(tx, partition, created);
  for (const [nth, { accountId, bytes }] of created.entries())
    openBlocks.set(accountId, { id: ids[nth]!, bytes });
  if (openBlocks.size > openBlocksMax) openBlocks.clear();
  return written;
}

/**
 * Deletes all requests of these devices, in all partitions. Rows of earlier versions first: they may be moved into blocks
 * meanwhile (see row-mover-postgres.ts).
 */
export async function forgetRequests(tx: PostgresSession, deviceIds: readonly number[]): Promise<void> {
  await tx.query("DELETE FROM weir_store.requests WHERE device_id = ANY ($1::int8[])", [deviceIds]);
  await forgetDevicesInBlocks(tx, deviceIds);
}
