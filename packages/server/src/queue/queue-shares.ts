import { AccountLimitError } from "./account-limit-error.ts";
import { isReached, onlyPartition, type Position } from "./position.ts";
import type { Unsettled } from "./unsettled.ts";

export interface QueueShareOptions {
  /** The tenant of an account. */
  readonly tenantOf: (accountId: number) => number;
  /** The limit of a tenant, for the queue and parked readings together. */
  readonly perAccountBytesMax: number;
  /** The limit of parked bytes for all accounts together. */
  readonly parkedBytesMax: number;
  /** How many readings an account may have stored. The processor reports which accounts have reached it. */
  readonly storedReadingsMax: number;
  /** Called for operators when an account is refused. */
  readonly onRefused: (accountId: number, error: AccountLimitError) => void;
}

interface ReportedProgress {
  readonly position: Position;
  readonly parked: readonly Unsettled[];
}

/** What the accounts of a tenant have together. */
class TenantShare {
  /** In the queue and parked. */
  bytes = 0;
  parkedBytes = 0;
}

class Share {
  readonly tenant: TenantShare;
  /** Bytes in the queue, including open segments. */
  bytes = 0;
  readings = 0;
  /** The account's bytes in the open segment of each partition. */
  readonly open: OpenPart[] = [];
  parkedBytes = 0;
  parkedReadings = 0;
  isStoreFull = false;

  constructor(tenant: TenantShare) {
    this.tenant = tenant;
  }
}

interface OpenPart {
  bytes: number;
  readings: number;
}

/** The appends to a partition up to the position `end`. The segment leaves the queue once the processor is past `end`. */
interface Segment {
  readonly end: Position;
  readonly parts: readonly { readonly share: Share; readonly bytes: number; readonly readings: number }[];
}

/** A partition with this many segments does not close its newest one, which grows instead. */
const segmentsMax = 64;

class PartitionShares {
  /** The shares with bytes in the open segment. */
  open: Share[] = [];
  segments: Segment[] = [];
  parked: readonly Unsettled[] = [];
}

/**
 * Counts how much of the queue each account holds, so that no tenant can fill it. Accepted readings of an account that
 * are not settled are either in the queue, where they are counted here, or parked, which the processor reports.
 *
 * Appends are counted per segment of their partition, which costs four additions per request. A segment ends at the end of
 * the partition when the processor reports, so appends that are being written at that moment may count as settled a
 * little early. The error does not accumulate, because lost appends leave with their segment as well.
 */
export class QueueShares {
  readonly #options: QueueShareOptions;
  readonly #shares = new Map<number, Share>();
  readonly #tenants = new Map<number, TenantShare>();
  readonly #partitions: PartitionShares[] = [];
  #parkedBytes = 0;
  #full: Share[] = [];

  constructor(options: QueueShareOptions) {
    this.#options = options;
  }

  tenantOf(accountId: number): number {
    return this.#options.tenantOf(accountId);
  }

  /** Hot. Returns false while the account is at its limit: then nothing of the account may be appended. */
  hasRoom(accountId: number): boolean {
    const share = this.#shares.get(accountId) ?? this.#shareOf(accountId);
    if (share.isStoreFull) return false;
    const { tenant } = share;
    if (tenant.bytes >= this.#options.perAccountBytesMax) return false;
    // A tenant without parked readings is not the cause of the backlog.
    return tenant.parkedBytes === 0 || this.#parkedBytes < this.#options.parkedBytesMax;
  }

  /** Throws an error that names the limit if the account has no room. */
  check(accountId: number): void {
    if (this.hasRoom(accountId)) return;
    const error = this.#reached(this.#shares.get(accountId)!);
    this.#options.onRefused(accountId, error);
    throw error;
  }

  /** Like `check`, for readings that go straight to the store. */
  checkStore(accountId: number): void {
    if (this.#shares.get(accountId)?.isStoreFull === true) this.check(accountId);
  }

  /** Hot, hence plain parameters. */
  appended(accountId: number, bytes: number, readings: number, partition = onlyPartition): void {
    const share = this.#shareOf(accountId);
    let part = share.open[partition];
    if (part === undefined) {
      part = { bytes: 0, readings: 0 };
      share.open[partition] = part;
    }
    if (part.bytes === 0) this.#partition(partition).open.push(share);
    share.bytes += bytes;
    share.tenant.bytes += bytes;
    share.readings += readings;
    part.bytes += bytes;
    part.readings += readings;
  }

  /** Called when the partition has grown up to here. Later appends are counted in a new segment. */
  cut(end: Position): void {
    const { partition } = end;
    const shares = this.#partition(partition);
    if (shares.open.length === 0 || shares.segments.length >= segmentsMax) return;
    const parts = shares.open.map((share) => {
      const open = share.open[partition]!;
      const part = { share, bytes: open.bytes, readings: open.readings };
      open.bytes = 0;
      open.readings = 0;
      return part;
    });
    shares.open = [];
    shares.segments.push({ end, parts });
  }

  /** Called when the processor has settled or parked everything up to `position`, and the partition has grown up to `end`. */
  reported({ position, parked }: ReportedProgress, end: Position): void {
    this.#release(position);
    this.cut(end);
    this.#release(position);
    this.#setParked(position.partition, parked);
  }

  /** Called with the accounts that have reached their limit of stored readings. */
  storeFull(accountIds: readonly number[]): void {
    for (const share of this.#full) share.isStoreFull = false;
    this.#full = accountIds.map((accountId) => this.#shareOf(accountId));
    for (const share of this.#full) share.isStoreFull = true;
  }

  /** Returns the unsettled readings of one account, or of all that have any. */
  unsettled(ofAccountId: number | null): Unsettled[] {
    return [...this.#shares]
      .map(([accountId, { bytes, readings, parkedBytes, parkedReadings }]) => ({
        accountId,
        bytes: bytes + parkedBytes,
        readings: readings + parkedReadings,
      }))
      .filter(({ accountId, bytes }) => bytes > 0 && (ofAccountId === null || accountId === ofAccountId));
  }

  #shareOf(accountId: number): Share {
    let share = this.#shares.get(accountId);
    if (share === undefined) {
      share = new Share(this.#tenantOf(accountId));
      this.#shares.set(accountId, share);
    }
    return share;
  }

  #tenantOf(accountId: number): TenantShare {
    const id = this.#options.tenantOf(accountId);
    const known = this.#tenants.get(id);
    if (known !== undefined) return known;
    const tenant = new TenantShare();
    this.#tenants.set(id, tenant);
    return tenant;
  }

  #reached({ isStoreFull, tenant }: Share): AccountLimitError {
    const { perAccountBytesMax, parkedBytesMax, storedReadingsMax } = this.#options;
    if (isStoreFull) {
      const message = `This account has ${storedReadingsMax} readings stored, which is all that an account may have (stored_readings_per_account). Delete readings or keep them for a shorter time.`;
      return new AccountLimitError(message, "stored_readings_per_account", storedReadingsMax);
    }
    if (tenant.bytes >= perAccountBytesMax) {
      const message = `Readings of this account, or of accounts that count with it, that wait to be processed take up ${perAccountBytesMax} bytes, which is all that an account may have (queue_bytes_per_account).`;
      return new AccountLimitError(message, "queue_bytes_per_account", perAccountBytesMax);
    }
    const message = `Readings of this account wait for its next turn to be processed, and those of all accounts together take up ${parkedBytesMax} bytes, which is all that may wait (parked_bytes).`;
    return new AccountLimitError(message, "parked_bytes", parkedBytesMax);
  }

  #partition(number: number): PartitionShares {
    let shares = this.#partitions[number];
    if (shares === undefined) {
      shares = new PartitionShares();
      this.#partitions[number] = shares;
    }
    return shares;
  }

  #release(position: Position): void {
    const { segments } = this.#partition(position.partition);
    const left = segments.findIndex(({ end }) => !isReached(end, position));
    for (const { parts } of segments.splice(0, left < 0 ? segments.length : left)) {
      for (const { share, bytes, readings } of parts) {
        share.bytes -= bytes;
        share.tenant.bytes -= bytes;
        share.readings -= readings;
      }
    }
  }

  #setParked(partition: number, parked: readonly Unsettled[]): void {
    const shares = this.#partition(partition);
    for (const before of shares.parked) this.#park(before, -1);
    for (const now of parked) this.#park(now, 1);
    shares.parked = parked;
  }

  #park({ accountId, bytes, readings }: Unsettled, sign: 1 | -1): void {
    const share = this.#shareOf(accountId);
    share.parkedBytes += sign * bytes;
    share.tenant.bytes += sign * bytes;
    share.tenant.parkedBytes += sign * bytes;
    share.parkedReadings += sign * readings;
    this.#parkedBytes += sign * bytes;
  }
}
