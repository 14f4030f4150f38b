import type { Database, Statement } from "bun:sqlite";
import { RowPortions } from "../readings/sqlite/row-portions.ts";
import { isZeroFrom, type SlotRow } from "./slot-row.ts";
import { hourS, type SlotTable, slotStartS } from "./slot-table.ts";
import { type SlotExtent, type SlotLimits, tidyStepOf } from "./tidy-step.ts";

/** Rows moved or deleted between two batches, few enough that the queue does not wait. */
const rowsPerStep = 2000;
/**
 * From this many rows on, counting the rows of the slot before and after is cheaper than creating each row before
 * adding to it.
 */
const manyRows = 5000;

/** Adds to the rows of one table of slots, and keeps the table small. */
export class SlotWriter {
  readonly #db: Database;
  readonly #table: SlotTable;
  readonly #limits: SlotLimits;
  /** Looked up when asked for: `isTidyDue` is called after every batch, and seldom needs the number of rows. */
  readonly #extent: SlotExtent;
  readonly #create: RowPortions;
  readonly #add: RowPortions;
  /** Adds rows whose figures are all 0 but the first, as most rows are. */
  readonly #addUsual: RowPortions;
  readonly #count: Statement<{ rows: number }, [number, number]>;
  readonly #portion: Statement;
  readonly #delete: Statement;
  readonly #oldest: Statement;
  readonly #remove: Statement;
  readonly #size: Statement;
  readonly #resize: Statement;

  constructor(db: Database, table: SlotTable, limits: SlotLimits) {
    const { name, keys, figures } = table;
    const rowKeys = ["unit_s", "slot_s", ...keys];
    const columns = [...rowKeys, ...figures].join(", ");
    const rowOf = (bound: number) =>
      `(${[...rowKeys.map(() => "?"), ...figures.map((_, place) => (place < bound ? "?" : "0"))].join(", ")})`;
    const addSql = (rows: string, bound: number) =>
      `INSERT INTO ${name} (${columns}) VALUES ${rows} ON CONFLICT DO UPDATE SET ${figures
        .slice(0, bound)
        .map((figure) => `${figure} = ${figure} + excluded.${figure}`)
        .join(", ")}`;
    const addPortions = (bound: number) => new RowPortions(db, rowOf(bound), (rows) => addSql(rows, bound));
    this.#db = db;
    this.#table = table;
    this.#limits = limits;
    this.#extent = this.#extentOf(table);
    this.#create = new RowPortions(
      db,
      rowOf(0),
      (rows) => `INSERT INTO ${name} (${columns}) VALUES ${rows} ON CONFLICT DO NOTHING`,
    );
    this.#add = addPortions(figures.length);
    this.#addUsual = addPortions(table.usualFigures);
    this.#count = db.prepare(`SELECT count(*) AS rows FROM ${name} WHERE unit_s = ? AND slot_s = ?`);
    this.#portion = db.prepare(
      `SELECT ${[...keys, ...figures].join(", ")} FROM ${name} WHERE unit_s = ? AND slot_s = ?
       ORDER BY ${keys.join(", ")} LIMIT ${rowsPerStep}`,
    );
    this.#delete = db.prepare(
      `DELETE FROM ${name} WHERE unit_s = ? AND slot_s = ?
       AND (${keys.join(", ")}) <= (${keys.map(() => "?").join(", ")})`,
    );
    const key = rowKeys.join(", ");
    this.#remove = db.prepare(
      `WITH RECURSIVE slots (slot_s) AS (
         SELECT min(slot_s) FROM ${name} WHERE unit_s = ?1
         UNION ALL
         SELECT (SELECT min(slot_s) FROM ${name} WHERE unit_s = ?1 AND slot_s > slots.slot_s)
         FROM slots WHERE slot_s IS NOT NULL
       )
       DELETE FROM ${name} WHERE (${key}) IN (
         SELECT ${rowKeys.map((column) => `row.${column}`).join(", ")}
         FROM slots CROSS JOIN json_each(?2) AS wanted CROSS JOIN ${name} AS row
         WHERE row.unit_s = ?1 AND row.slot_s = slots.slot_s AND row.${keys[0]} = wanted.value LIMIT ?3
       )`,
    );
    this.#oldest = db.prepare(`SELECT min(slot_s) AS slotS FROM ${name} WHERE unit_s = ?`);
    this.#size = db.prepare("SELECT rows FROM statistics_sizes WHERE table_name = ? AND unit_s = ?");
    this.#resize = db.prepare(
      `INSERT INTO statistics_sizes (table_name, unit_s, rows) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET rows = rows + excluded.rows`,
    );
  }

  /** Adds `count` rows of keys and figures to the fine slot of a time. All rows may be one object that changes. */
  add(rows: Iterable<SlotRow>, count: number, timeS: number): void {
    const { fineS } = this.#table;
    const slotS = slotStartS(timeS, fineS);
    if (count < manyRows) this.#addFew(fineS, slotS, Array.from(rows, copyOf));
    else this.#addMany(fineS, slotS, rows);
  }

  /**
   * Deletes at most `max` rows whose first key besides the slot is one of these. It steps from slot to slot in the index,
   * because the slot comes first there and the table may have millions of rows of others.
   */
  remove(firstKeys: readonly number[], max: number): number {
    let removed = 0;
    for (const unitS of [this.#table.fineS, hourS]) {
      const { changes } = this.#remove.run(unitS, JSON.stringify(firstKeys), max - removed);
      this.#resized(unitS, -changes);
      removed += changes;
    }
    return removed;
  }

  isTidyDue(nowS: number): boolean {
    return this.#tidyStep(nowS) !== null;
  }

  /** Takes one step to shrink the table, in its own transaction. Returns whether there was something to do. */
  tidy(nowS: number): boolean {
    const step = this.#tidyStep(nowS);
    if (step === null) return false;
    const { kind, slotS } = step;
    this.#db.transaction(() =>
      kind === "make hours" ? this.#makeHours(slotS) : this.#takeOut(hourS, slotS),
    )();
    return true;
  }

  /** Creates each row before adding to it, which tells how many are new. */
  #addFew(unitS: number, slotS: number, rows: readonly SlotRow[]): void {
    const create = this.#create;
    create.clear();
    for (const { keys } of rows) {
      bind(create, unitS, slotS, keys);
      create.filled();
    }
    create.flush();
    this.#addTo(unitS, slotS, rows);
    this.#resized(unitS, create.changes);
  }

  #addMany(unitS: number, slotS: number, rows: Iterable<SlotRow>): void {
    const before = this.#count.get(unitS, slotS)!.rows;
    this.#addTo(unitS, slotS, rows);
    this.#resized(unitS, this.#count.get(unitS, slotS)!.rows - before);
  }

  #addTo(unitS: number, slotS: number, rows: Iterable<SlotRow>): void {
    const { usualFigures } = this.#table;
    this.#add.clear();
    this.#addUsual.clear();
    for (const { keys, figures } of rows) {
      const isUsual = isZeroFrom(figures, usualFigures);
      const add = isUsual ? this.#addUsual : this.#add;
      const figuresAt = bind(add, unitS, slotS, keys);
      const bound = isUsual ? usualFigures : figures.length;
      for (let place = 0; place < bound; place++) add.bindings[figuresAt + place] = figures[place]!;
      add.filled();
    }
    this.#add.flush();
    this.#addUsual.flush();
  }

  #resized(unitS: number, rows: number): void {
    if (rows !== 0) this.#resize.run(this.#table.name, unitS, rows);
  }

  #extentOf({ fineS }: SlotTable): SlotExtent {
    const oldest = (unitS: number) => this.#oldestSlot(unitS);
    const rows = (unitS: number) => this.#rows(unitS);
    return {
      get oldestFineS() {
        return oldest(fineS);
      },
      get oldestHourS() {
        return oldest(hourS);
      },
      get fineRows() {
        return rows(fineS);
      },
      get hourRows() {
        return rows(hourS);
      },
    };
  }

  #tidyStep(nowS: number) {
    return tidyStepOf(this.#table, this.#extent, nowS, this.#limits);
  }

  #makeHours(slotS: number): void {
    const rows = this.#takeOut(this.#table.fineS, slotS);
    this.#addFew(hourS, slotStartS(slotS, hourS), rows);
  }

  /** Deletes a portion of a slot's rows and returns them. */
  #takeOut(unitS: number, slotS: number): SlotRow[] {
    const keyCount = this.#table.keys.length;
    const portion = this.#portion.values(unitS, slotS) as number[][];
    const rows = portion.map((row) => ({ keys: row.slice(0, keyCount), figures: row.slice(keyCount) }));
    const last = rows.at(-1);
    if (last === undefined) return [];
    this.#delete.run(unitS, slotS, ...last.keys);
    this.#resized(unitS, -rows.length);
    return rows;
  }

  #oldestSlot(unitS: number): number | null {
    return (this.#oldest.get(unitS) as { slotS: number | null }).slotS;
  }

  #rows(unitS: number): number {
    return (this.#size.get(this.#table.name, unitS) as { rows: number } | null)?.rows ?? 0;
  }
}

function copyOf({ keys, figures }: SlotRow): SlotRow {
  return { keys: [...keys], figures: [...figures] };
}

/** Returns the index after the keys. */
function bind({ bindings, at }: RowPortions, unitS: number, slotS: number, keys: readonly number[]): number {
  bindings[at] = unitS;
  bindings[at + 1] = slotS;
  for (let place = 0; place < keys.length; place++) bindings[at + 2 + place] = keys[place]!;
  return at + 2 + keys.length;
}
