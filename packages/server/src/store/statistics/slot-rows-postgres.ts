import type { PostgresSession, PostgresTransaction } from "../../platform/postgres/open-postgres.ts";
import { foldByKey } from "../engine/postgres/fold-by-key.ts";
import {
  addedTo,
  type CountTable,
  gatherText,
  isCountTable,
  partitionTableOf,
} from "../engine/postgres/partition-counts.ts";
import { int8Array } from "../readings/postgres/array-parameters.ts";
import { isZeroFrom, type SlotRow } from "./slot-row.ts";
import { hourS, type SlotTable, slotStartS } from "./slot-table.ts";
import type { SlotExtent } from "./tidy-step.ts";

/** Rows moved or deleted at a time, few enough that batches do not wait. */
const rowsPerStep = 2000;

const growing = "ON CONFLICT (table_name, unit_s, partition) DO UPDATE SET rows = size.rows + excluded.rows";

interface StoredExtent extends SlotExtent {
  /** The oldest slot with rows that each partition has for itself. */
  readonly oldestApartS: number | null;
}

/**
 * The rows of one table of slots. Where several partitions count for the same key, each adds to rows of its own at first
 * (see partition-counts.ts), which are gathered into one when their slot is over.
 */
export class SlotRows {
  readonly #table: SlotTable;
  readonly #key: string;
  /** The name of the table if partitions have rows of their own. */
  readonly #shared: CountTable | null;
  /** Statements by the number of figures that are not all 0. */
  readonly #add = new Map<number, string>();

  constructor(table: SlotTable) {
    this.#table = table;
    this.#key = `unit_s, slot_s, ${table.keys.join(", ")}`;
    this.#shared = isCountTable(table.name) ? table.name : null;
  }

  /** Adds rows to the fine slot of a time. */
  add(tx: PostgresTransaction, partition: number, rows: readonly SlotRow[], timeS: number): void {
    if (rows.length === 0) return;
    const { name, keys, fineS, usualFigures } = this.#table;
    const sums = foldByKey(rows, (row) => row.keys, addUp);
    const isUsual = sums.every(({ figures }) => isZeroFrom(figures, usualFigures));
    const bound = isUsual ? usualFigures : this.#table.figures.length;
    const columns = [
      ...keys.map((_, place) => int8Array(sums.map((row) => row.keys[place]!))),
      ...Array.from({ length: bound }, (_, place) => int8Array(sums.map(({ figures }) => figures[place]!))),
    ];
    tx.send({
      name: `add to ${bound} figures of ${name}`,
      text: this.#addText(bound),
      values: [fineS, slotStartS(timeS, fineS), partition, ...columns],
    });
  }

  /** Gathers a portion of what partitions counted apart in slots before a time. Resolves to how many rows it took. */
  async gather(tx: PostgresTransaction, partition: number, beforeS: number): Promise<number> {
    if (this.#shared === null) return 0;
    const { name, keys, figures, fineS } = this.#table;
    const key = `${this.#key}, partition`;
    const { rows } = await tx.query<{ gone: number; added: number }>({
      name: `gather ${name}`,
      text: gatherText(
        this.#shared,
        figures,
        `WHERE (${key}) IN (
          SELECT ${key} FROM weir_store.${partitionTableOf(this.#shared)} WHERE unit_s = $1 AND slot_s < $2
          ORDER BY slot_s, ${keys.join(", ")}, partition LIMIT ${rowsPerStep} FOR UPDATE
        )`,
      ),
      values: [fineS, beforeS],
    });
    const { gone, added } = rows[0]!;
    this.#resize(tx, partition, [[fineS, added]]);
    return gone;
  }

  /** Merges a portion of a fine slot into its hour. */
  async makeHours(tx: PostgresTransaction, partition: number, slotS: number): Promise<void> {
    const { name, keys, figures, fineS } = this.#table;
    const columns = [...keys, ...figures].join(", ");
    const { rows } = await tx.query<{ gone: number; added: number }>(
      `WITH ${this.#takeOut(columns)}, added AS (
         INSERT INTO weir_store.${name} AS counted (unit_s, slot_s, ${columns})
         SELECT ${hourS}, $3, ${columns} FROM gone ORDER BY ${keys.join(", ")}
         ON CONFLICT (${this.#key}) DO UPDATE SET ${addedTo(figures)}
         RETURNING xmax = 0 AS is_new
       )
       SELECT (SELECT count(*) FROM gone) AS gone, (SELECT count(*) FROM added WHERE is_new) AS added`,
      [fineS, slotS, slotStartS(slotS, hourS)],
    );
    const { gone, added } = rows[0]!;
    this.#resize(tx, partition, [
      [fineS, -gone],
      [hourS, added],
    ]);
  }

  /** Deletes a portion of an hour. */
  async removeHour(tx: PostgresTransaction, partition: number, slotS: number): Promise<void> {
    const { rows } = await tx.query<{ gone: number }>(
      `WITH ${this.#takeOut("1")} SELECT count(*) AS gone FROM gone`,
      [hourS, slotS],
    );
    this.#resize(tx, partition, [[hourS, -rows[0]!.gone]]);
  }

  /**
   * Deletes at most `max` rows whose first key besides the slot is one of these. It steps from slot to slot in the index,
   * because the slot comes first there and the table may have millions of rows of others.
   */
  async remove(
    tx: PostgresTransaction,
    partition: number,
    firstKeys: readonly number[],
    max: number,
  ): Promise<number> {
    const { name, fineS } = this.#table;
    let removed = 0;
    if (this.#shared !== null)
      removed += await this.#removeFrom(tx, partitionTableOf(this.#shared), [fineS, firstKeys, max]);
    for (const unitS of [fineS, hourS]) {
      const gone = await this.#removeFrom(tx, name, [unitS, firstKeys, max - removed]);
      this.#resize(tx, partition, [[unitS, -gone]]);
      removed += gone;
    }
    return removed;
  }

  async #removeFrom(
    tx: PostgresTransaction,
    name: string,
    values: readonly [unitS: number, firstKeys: readonly number[], max: number],
  ): Promise<number> {
    const first = this.#table.keys[0]!;
    const key = name === this.#table.name ? this.#key : `${this.#key}, partition`;
    const slotAfter = (slot: string) =>
      `(SELECT min(slot_s) FROM weir_store.${name} WHERE unit_s = $1${slot})`;
    const { rowCount } = await tx.query(
      `WITH RECURSIVE slots (slot_s) AS (
         SELECT ${slotAfter("")}
         UNION ALL
         SELECT ${slotAfter(" AND slot_s > slots.slot_s")} FROM slots WHERE slot_s IS NOT NULL
       )
       DELETE FROM weir_store.${name} WHERE (${key}) IN (
         SELECT found.* FROM slots CROSS JOIN LATERAL (
           SELECT ${key} FROM weir_store.${name} AS own
           WHERE own.unit_s = $1 AND own.slot_s = slots.slot_s AND own.${first} = ANY ($2::int8[])
         ) AS found LIMIT $3
       )`,
      values,
    );
    return rowCount ?? 0;
  }

  /** Returns the oldest slots, and the number of rows. */
  async extent(session: PostgresSession): Promise<StoredExtent> {
    const { name, fineS } = this.#table;
    const apart =
      this.#shared === null
        ? "NULL::int8"
        : `(SELECT min(slot_s) FROM weir_store.${partitionTableOf(this.#shared)} WHERE unit_s = $1)`;
    const { rows } = await session.query<StoredExtent>({
      name: `extent of ${name}`,
      text: `SELECT ${apart} AS "oldestApartS",
          (SELECT min(slot_s) FROM weir_store.${name} WHERE unit_s = $1) AS "oldestFineS",
          (SELECT min(slot_s) FROM weir_store.${name} WHERE unit_s = ${hourS}) AS "oldestHourS",
          coalesce(sum(rows) FILTER (WHERE unit_s = $1), 0)::int8 AS "fineRows",
          coalesce(sum(rows) FILTER (WHERE unit_s = ${hourS}), 0)::int8 AS "hourRows"
        FROM weir_store.statistics_sizes WHERE table_name = '${name}'`,
      values: [fineS],
    });
    return rows[0]!;
  }

  #addText(bound: number): string {
    const known = this.#add.get(bound);
    if (known !== undefined) return known;
    const { name, keys, figures } = this.#table;
    const given = [...keys, ...figures.slice(0, bound)];
    const arrays = given.map((_, place) => `$${place + 4}::int8[]`).join(", ");
    const added = [...given, ...figures.slice(bound).map(() => "0")].join(", ");
    const isShared = this.#shared !== null;
    const put = `INSERT INTO weir_store.${isShared ? partitionTableOf(this.#shared!) : name} AS counted
        (unit_s, slot_s, ${isShared ? "partition, " : ""}${[...keys, ...figures].join(", ")})
      SELECT $1, $2, ${isShared ? "$3, " : ""}${added} FROM unnest(${arrays}) AS given (${given.join(", ")})
      ON CONFLICT (${this.#key}${isShared ? ", partition" : ""}) DO UPDATE SET ${addedTo(figures.slice(0, bound))}`;
    const text = isShared
      ? put
      : `WITH put AS (${put} RETURNING xmax = 0 AS is_new)
        INSERT INTO weir_store.statistics_sizes AS size (table_name, unit_s, partition, rows)
        SELECT '${name}', $1, $3, count(*) FROM put WHERE is_new HAVING count(*) > 0 ${growing}`;
    this.#add.set(bound, text);
    return text;
  }

  #takeOut(columns: string): string {
    const { name, keys } = this.#table;
    return `gone AS (
      DELETE FROM weir_store.${name} WHERE (${this.#key}) IN (
        SELECT ${this.#key} FROM weir_store.${name} WHERE unit_s = $1 AND slot_s = $2
        ORDER BY ${keys.join(", ")} LIMIT ${rowsPerStep} FOR UPDATE
      ) RETURNING ${columns}
    )`;
  }

  #resize(
    tx: PostgresTransaction,
    partition: number,
    sizes: readonly (readonly [unitS: number, rows: number])[],
  ): void {
    for (const [unitS, rows] of sizes) {
      if (rows === 0) continue;
      tx.send({
        name: "resize statistics",
        text: `INSERT INTO weir_store.statistics_sizes AS size (table_name, unit_s, partition, rows)
          VALUES ($1, $2, $3, $4)
          ${growing}`,
        values: [this.#table.name, unitS, partition, rows],
      });
    }
  }
}

function addUp(one: SlotRow, other: SlotRow): SlotRow {
  return { keys: one.keys, figures: one.figures.map((figure, place) => figure + other.figures[place]!) };
}
