import type { ActivityRecord } from "../../activity/activity-record.ts";
import { encodeLine } from "./activity-line.ts";
import { isTroubledRequest, reasonsOfRequest } from "./reasons-of-request.ts";
import type { BlockLine } from "./request-block.ts";

/** A block and the rest of its row fit into a page of 8 kB, unless a single request is larger. */
export const blockBytesMax = 7400;
/** What a request takes besides its line: its arrival, its device and the hash of its id. */
const numbersBytes = 16;

/** A request in the form in which a block holds it. */
export interface BlockRequest extends BlockLine {
  readonly deviceId: number;
  readonly idHash: number;
}

/** Requests of one account that become a block, or are added to one. */
export interface RequestPiece {
  readonly accountId: number;
  readonly requests: readonly BlockRequest[];
  readonly bytes: number;
  readonly isTroubled: boolean;
  readonly reasons: ReadonlySet<string>;
}

/** Requests are found in blocks by this number, so it must stay the same in all versions. */
export function hashOfId(requestId: string): number {
  return Bun.hash.xxHash32(requestId) | 0;
}

/**
 * Splits requests of one account, oldest first, into pieces that each fit into a block. If there are several, they are
 * sorted by device: few blocks then hold the requests of a device, and newer ones replace all of a block at about the
 * same time.
 */
export function piecesOf(accountId: number, records: readonly ActivityRecord[]): RequestPiece[] {
  const one = new OpenPiece(accountId);
  for (const record of records) one.add(record, encodeLine(record));
  if (one.bytes <= blockBytesMax) return [one];
  const order = Array.from(records, ({ deviceId }, nth) => ({ deviceId, nth }));
  order.sort((a, b) => a.deviceId - b.deviceId || a.nth - b.nth);
  const pieces = [new OpenPiece(accountId)];
  for (const { nth } of order) {
    const { line } = one.requests[nth]!;
    if (!pieces.at(-1)!.hasRoomFor(line)) pieces.push(new OpenPiece(accountId));
    pieces.at(-1)!.add(records[nth]!, line);
  }
  return pieces;
}

class OpenPiece implements RequestPiece {
  readonly accountId: number;
  readonly requests: BlockRequest[] = [];
  readonly reasons = new Set<string>();
  bytes = 0;
  isTroubled = false;

  constructor(accountId: number) {
    this.accountId = accountId;
  }

  /** An empty piece has room for everything. */
  hasRoomFor(line: string): boolean {
    return this.requests.length === 0 || this.bytes + bytesOf(line) <= blockBytesMax;
  }

  add(record: ActivityRecord, line: string): void {
    const { deviceId, arrivalMs, requestId } = record;
    this.requests.push({ deviceId, arrivalMs, idHash: hashOfId(requestId), line });
    this.bytes += bytesOf(line);
    if (!isTroubledRequest(record)) return;
    this.isTroubled = true;
    for (const reason of reasonsOfRequest(record)) this.reasons.add(reason);
  }
}

function bytesOf(line: string): number {
  return numbersBytes + Buffer.byteLength(line);
}
