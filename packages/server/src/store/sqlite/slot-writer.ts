import type { Database, Statement } from "bun:sqlite";
import { RowPortions } from "./row-portions.ts";
import { hourS, rateS, type SlotTable, slotStartS } from "./slot-table.ts";

/** Rows moved or deleted between two batches, so that the queue does not wait for it. */
const rowsPerStep = 2000;

export interface SlotLimits {
  readonly fineRowsMax: number;
  readonly hourRowsMax: number;
}

/** Adds to the rows of one table of slots, and keeps it small. */
export class SlotWriter {
  readonly #db: Database;
  readonly #table: SlotTable;
  readonly #limits: SlotLimits;
  readonly #create: RowPortions;
  readonly #add: RowPortions;
  readonly #portion: Statement;
  readonly #delete: Statement;
  readonly #oldest: Statement;
  readonly #size: Statement;
  readonly #resize: Statement;

  constructor(db: Database, table: SlotTable, limits: SlotLimits) {
    const { name, keys, figures } = table;
    const rowKeys = ["unit_s", "slot_s", ...keys];
    const columns = [...rowKeys, ...figures].join(", ");
    const keyMarks = rowKeys.map(() => "?").join(", ");
    this.#db = db;
    this.#table = table;
    this.#limits = limits;
    this.#create = new RowPortions(
      db,
      `(${keyMarks}, ${figures.map(() => "0").join(", ")})`,
      (rows) => `INSERT INTO ${name} (${columns}) VALUES ${rows} ON CONFLICT DO NOTHING`,
    );
    this.#add = new RowPortions(
      db,
      `(${keyMarks}, ${figures.map(() => "?").join(", ")})`,
      (rows) =>
        `INSERT INTO ${name} (${columns}) VALUES ${rows} ON CONFLICT DO UPDATE SET
         ${figures.map((figure) => `${figure} = ${figure} + excluded.${figure}`).join(", ")}`,
    );
    this.#portion = db.prepare(
      `SELECT ${[...keys, ...figures].join(", ")} FROM ${name} WHERE unit_s = ? AND slot_s = ?
       ORDER BY ${keys.join(", ")} LIMIT ${rowsPerStep}`,
    );
    this.#delete = db.prepare(
      `DELETE FROM ${name} WHERE unit_s = ? AND slot_s = ?
       AND (${keys.join(", ")}) <= (${keys.map(() => "?").join(", ")})`,
    );
    this.#oldest = db.prepare(`SELECT min(slot_s) AS slotS FROM ${name} WHERE unit_s = ?`);
    this.#size = db.prepare("SELECT rows FROM statistics_sizes WHERE table_name = ? AND unit_s = ?");
    this.#resize = db.prepare(
      `INSERT INTO statistics_sizes (table_name, unit_s, rows) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET rows = rows + excluded.rows`,
    );
  }

  /** Adds rows of keys and figures to the fine slot that a time is in. */
  add(rows: Iterable<SlotRow>, timeS: number): void {
    const { fineS } = this.#table;
    this.#addTo(fineS, slotStartS(timeS, fineS), rows);
  }

  /** A step towards what is to be kept, as a transaction of its own; returns whether there was something to do. */
  tidy(nowS: number): boolean {
    const fineSlotS = this.#fineSlotDue(nowS);
    if (fineSlotS !== null) {
      this.#db.transaction(() => this.#makeHours(fineSlotS))();
      return true;
    }
    const hourSlotS = this.#hourDue(nowS);
    if (hourSlotS === null) return false;
    this.#db.transaction(() => this.#takeOut(hourS, hourSlotS))();
    return true;
  }

  /** A row is created before it is added to, which tells how many are new. */
  #addTo(unitS: number, slotS: number, rows: Iterable<SlotRow>): void {
    const create = this.#create;
    const add = this.#add;
    create.clear();
    add.clear();
    for (const { keys, figures } of rows) {
      bind(create, unitS, slotS, keys);
      create.filled();
      const figuresAt = bind(add, unitS, slotS, keys);
      for (let place = 0; place < figures.length; place++) add.bindings[figuresAt + place] = figures[place]!;
      add.filled();
    }
    create.flush();
    add.flush();
    if (create.changes > 0) this.#resize.run(this.#table.name, unitS, create.changes);
  }

  /** The oldest slot, when it is to become a part of its hour. Those that tell how much is coming in stay. */
  #fineSlotDue(nowS: number): number | null {
    const { fineS, fineKeptS } = this.#table;
    const oldestS = this.#oldestSlot(fineS);
    if (oldestS === null) return null;
    if (oldestS + fineS <= nowS - fineKeptS) return oldestS;
    const isNeeded = oldestS >= slotStartS(nowS, rateS) - rateS;
    return !isNeeded && this.#rows(fineS) > this.#limits.fineRowsMax ? oldestS : null;
  }

  #hourDue(nowS: number): number | null {
    const oldestS = this.#oldestSlot(hourS);
    if (oldestS === null) return null;
    const isOld = oldestS + hourS <= nowS - this.#table.hoursKeptS;
    return isOld || this.#rows(hourS) > this.#limits.hourRowsMax ? oldestS : null;
  }

  #makeHours(slotS: number): void {
    const rows = this.#takeOut(this.#table.fineS, slotS);
    this.#addTo(hourS, slotStartS(slotS, hourS), rows);
  }

  /** Deletes a portion of a slot's rows and returns them. */
  #takeOut(unitS: number, slotS: number): SlotRow[] {
    const keyCount = this.#table.keys.length;
    const portion = this.#portion.values(unitS, slotS) as number[][];
    const rows = portion.map((row) => ({ keys: row.slice(0, keyCount), figures: row.slice(keyCount) }));
    const last = rows.at(-1);
    if (last === undefined) return [];
    this.#delete.run(unitS, slotS, ...last.keys);
    this.#resize.run(this.#table.name, unitS, -rows.length);
    return rows;
  }

  #oldestSlot(unitS: number): number | null {
    return (this.#oldest.get(unitS) as { slotS: number | null }).slotS;
  }

  #rows(unitS: number): number {
    return (this.#size.get(this.#table.name, unitS) as { rows: number } | null)?.rows ?? 0;
  }
}

/** Returns where the cells after the keys begin. */
function bind({ bindings, at }: RowPortions, unitS: number, slotS: number, keys: readonly number[]): number {
  bindings[at] = unitS;
  bindings[at + 1] = slotS;
  for (let place = 0; place < keys.length; place++) bindings[at + 2 + place] = keys[place]!;
  return at + 2 + keys.length;
}

/** Numbers in the order in which the table names their columns. */
export interface SlotRow {
  readonly keys: readonly number[];
  readonly figures: readonly number[];
}
