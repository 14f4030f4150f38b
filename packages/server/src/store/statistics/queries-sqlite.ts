import type { Database, SQLQueryBindings } from "bun:sqlite";
import { join } from "node:path";
import { openForReading } from "../../platform/sqlite/open-for-reading.ts";
import { storeFile, storeMigrations } from "../engine/sqlite/store-schema.ts";
import {
  type SlotReader,
  type SlotSelect,
  SlotStatistics,
  type SlotSums,
  type SlotsOver,
} from "./slot-statistics.ts";
import { hourS, type SlotTable } from "./slot-table.ts";

/** Reads the store's file beside the processor. If there is no file yet, nothing has been counted yet. */
export class SqliteStatisticsQueries extends SlotStatistics {
  constructor(dataDir: string) {
    super(new SqliteSlots(openForReading(join(dataDir, storeFile), storeMigrations)));
  }
}

class SqliteSlots implements SlotReader {
  readonly #db: Database | null;

  constructor(db: Database | null) {
    this.#db = db;
  }

  async fine(select: SlotSelect, fromS: number, toS: number): Promise<SlotSums[]> {
    return this.#slots(select, select.table.fineS, fromS, toS);
  }

  async over(select: SlotSelect, fromS: number, toS: number): Promise<SlotsOver> {
    if (this.#db === null) return { oldestFineS: null, fine: [], hours: [] };
    return this.#db.transaction(() => ({
      oldestFineS: this.#oldestFine(select.table),
      fine: this.#slots(select, select.table.fineS, fromS, toS),
      hours: this.#slots(select, hourS, fromS - hourS, toS),
    }))();
  }

  async close(): Promise<void> {
    this.#db?.close();
  }

  /** Steps from slot to slot and searches each for the wanted rows, because the slot comes first in the key. */
  #slots(select: SlotSelect, unitS: number, fromS: number, toS: number): SlotSums[] {
    const { table, key, columns, where } = select;
    const { name } = table;
    const sums = columns.map((column) => `sum(${column})`).join(", ");
    const conditions = where.map(
      ([column, { length }], nth) =>
        ` AND ${column} ${length === 1 ? `= ?${nth + 4}` : `IN (SELECT value FROM json_each(?${nth + 4}))`}`,
    );
    const values = where.map(([, among]) => (among.length === 1 ? among[0]! : JSON.stringify(among)));
    return this.#all(
      `WITH RECURSIVE slots (slot_s) AS (
         SELECT min(slot_s) FROM ${name} WHERE unit_s = ?1 AND slot_s >= ?2
         UNION ALL
         SELECT (SELECT min(slot_s) FROM ${name} WHERE unit_s = ?1 AND slot_s > slots.slot_s)
         FROM slots WHERE slots.slot_s < ?3
       )
       SELECT slots.slot_s, ${key ?? 0}, ${sums}
       FROM slots CROSS JOIN ${name} AS rows ON rows.unit_s = ?1 AND rows.slot_s = slots.slot_s
       WHERE slots.slot_s < ?3${conditions.join("")} GROUP BY 1, 2`,
      [unitS, fromS, toS, ...values],
    );
  }

  #oldestFine({ name, fineS }: SlotTable): number | null {
    const rows = this.#all<[number | null]>(`SELECT min(slot_s) FROM ${name} WHERE unit_s = ?`, [fineS]);
    return rows[0]![0];
  }

  #all<R = SlotSums>(sql: string, values: SQLQueryBindings[]): R[] {
    return (this.#db?.query(sql).values(...values) ?? []) as R[];
  }
}
