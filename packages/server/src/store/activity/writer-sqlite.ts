import type { Database, Statement } from "bun:sqlite";
import type { ActivityRecord } from "../../activity/activity-record.ts";
import { columnList } from "../engine/record-columns.ts";
import { RowPortions } from "../readings/sqlite/row-portions.ts";
import type { KeptRequests } from "./activity-keeper.ts";
import { newestOfDevices, requestFields, requestRow, stayingShare } from "./record.ts";
import { type KeptOfAccount, type TenantSurplus, tenantSurpluses } from "./tenant-surplus.ts";

/** The limit of all requests: lines, and the rest of each row. With indexes, the table takes about twice as much. */
const keptBytesMax = 96 * 1024 * 1024;
/** A device is cut back when this share of its kept requests has been added since the last time. */
const surplusShare = 0.5;

/**
 * Writes the latest requests of devices, one row each, and limits them: each device keeps its newest, and past the
 * limit of all, tenants over their share lose their oldest. A device is cut back when enough requests have been added; the numbers added are
 * remembered here, so a restart only delays the cut.
 */
export class SqliteRequestWriter {
  readonly #bytesMax: number;
  readonly #rows: RowPortions;
  readonly #oldestKept: Statement<{ arrivalMs: number }, [number, number]>;
  readonly #surplus: Removal;
  readonly #ofDevice: Removal;
  readonly #resize: Statement<{ bytes: number }, [number]>;
  readonly #keptOfAccounts: Statement<KeptOfAccount, []>;
  readonly #oldest: Statement<{ id: number } & KeptOfAccount, []>;
  readonly #removeUpTo: Statement<unknown, [number, string]>;
  readonly #devices: Statement<{ deviceId: number }, []>;
  /** How many requests were added for each device since it was last cut back. */
  readonly #added = new Map<number, number>();

  constructor(db: Database, bytesMax = keptBytesMax) {
    this.#bytesMax = bytesMax;
    // A failure rolls the whole write back, so a statement need not be able to undo itself: its journal would be written
    // to a file for every statement.
    this.#rows = new RowPortions(
      db,
      `(${requestFields.map(() => "?").join(", ")})`,
      (rows) => `INSERT OR FAIL INTO requests (${columnList(requestFields)}) VALUES ${rows}`,
    );
    // By arrival alone, the order of the index. Sorting by the number of the request as well would write 6 kB of
    // temporary pages for each request.
    this.#oldestKept = db.prepare(
      "SELECT arrival_ms AS arrivalMs FROM requests WHERE device_id = ? ORDER BY arrival_ms DESC LIMIT 1 OFFSET ? - 1",
    );
    this.#surplus = new Removal(db, "device_id = ? AND arrival_ms < ?");
    this.#ofDevice = new Removal(db, "device_id = ?");
    this.#resize = db.prepare("UPDATE activity_kept SET bytes = bytes + ? RETURNING bytes");
    this.#keptOfAccounts = db.prepare(
      "SELECT account_id AS accountId, sum(bytes) AS bytes FROM requests GROUP BY account_id",
    );
    this.#oldest = db.prepare("SELECT id, account_id AS accountId, bytes FROM requests ORDER BY id");
    this.#removeUpTo = db.prepare(
      "DELETE FROM requests WHERE id <= ? AND account_id IN (SELECT value FROM json_each(?))",
    );
    this.#devices = db.prepare("SELECT DISTINCT device_id AS deviceId FROM requests");
  }

  /** Keeps at least the newest `perDevice` requests of each device. Returns roughly how many bytes were written. */
  keep({ records, keptPerDevice: perDevice, tenantOf }: KeptRequests): number {
    if (records.length === 0 || perDevice < 1) return 0;
    const added = this.#insert(newestOfDevices(records, perDevice));
    const { bytes } = this.#resize.get(added - this.#cutBackDue(records, perDevice))!;
    if (bytes > this.#bytesMax) this.#removeOldest(tenantOf);
    return added;
  }

  /** Adds requests of another installation and deletes none. */
  add(records: readonly ActivityRecord[]): void {
    this.#resize.get(this.#insert(records));
  }

  devices(): number[] {
    return this.#devices.all().map(({ deviceId }) => deviceId);
  }

  forgetDevice(deviceId: number): void {
    this.#added.delete(deviceId);
    const removed = this.#ofDevice.run(deviceId);
    if (removed > 0) this.#resize.get(-removed);
  }

  /** Returns roughly how many bytes were written. */
  #insert(records: readonly ActivityRecord[]): number {
    const rows = this.#rows;
    let written = 0;
    rows.clear();
    for (const record of records) {
      const { line, isTroubled, bytes, reasons } = requestRow(record);
      const { bindings, at } = rows;
      // In the order of the columns.
      bindings[at] = record.accountId;
      bindings[at + 1] = record.deviceId;
      bindings[at + 2] = record.arrivalMs;
      bindings[at + 3] = record.requestId;
      bindings[at + 4] = record.accepted;
      bindings[at + 5] = isTroubled ? 1 : 0;
      bindings[at + 6] = reasons.length === 0 ? "[]" : JSON.stringify(reasons);
      bindings[at + 7] = bytes;
      bindings[at + 8] = line;
      rows.filled();
      written += bytes;
    }
    rows.flush();
    return written;
  }

  /** Returns how many bytes were deleted. */
  #cutBackDue(records: readonly ActivityRecord[], perDevice: number): number {
    const added = this.#added;
    const due = new Set<number>();
    for (const { deviceId } of records) {
      const count = (added.get(deviceId) ?? 0) + 1;
      added.set(deviceId, count);
      if (count >= perDevice * surplusShare) due.add(deviceId);
    }
    let removed = 0;
    for (const deviceId of due) {
      added.set(deviceId, 0);
      const oldest = this.#oldestKept.get(deviceId, perDevice);
      if (oldest !== null) removed += this.#surplus.run(deviceId, oldest.arrivalMs);
    }
    return removed;
  }

  #removeOldest(tenantOf: KeptRequests["tenantOf"]): void {
    const most = Math.floor(this.#bytesMax * stayingShare);
    const surpluses = tenantSurpluses(this.#keptOfAccounts.all(), tenantOf, most);
    let removed = 0;
    for (const { accountIds, bytes, lastId } of this.#oldestOf(surpluses)) {
      this.#removeUpTo.run(lastId, JSON.stringify(accountIds));
      removed += bytes;
    }
    this.#resize.get(-removed);
  }

  /** Finds the oldest requests of each tenant over its share that make up its surplus. */
  #oldestOf(surpluses: readonly TenantSurplus[]) {
    const found = surpluses.map(({ accountIds, bytes }) => ({
      accountIds,
      surplus: bytes,
      bytes: 0,
      lastId: 0,
    }));
    const byAccount = new Map(found.flatMap((tenant) => tenant.accountIds.map((id) => [id, tenant])));
    let open = found.length;
    for (const { id, accountId, bytes } of this.#oldest.iterate()) {
      const tenant = byAccount.get(accountId);
      if (tenant === undefined || tenant.bytes >= tenant.surplus) continue;
      tenant.bytes += bytes;
      tenant.lastId = id;
      if (tenant.bytes >= tenant.surplus && --open === 0) break;
    }
    return found;
  }
}

/** Deletes requests and returns their size. */
class Removal {
  readonly #measure: Statement<{ bytes: number }, number[]>;
  readonly #remove: Statement<unknown, number[]>;

  constructor(db: Database, where: string) {
    this.#measure = db.prepare(`SELECT coalesce(sum(bytes), 0) AS bytes FROM requests WHERE ${where}`);
    this.#remove = db.prepare(`DELETE FROM requests WHERE ${where}`);
  }

  /** Returns how many bytes were deleted. */
  run(...values: number[]): number {
    const { bytes } = this.#measure.get(...values)!;
    this.#remove.run(...values);
    return bytes;
  }
}
