import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { AccountScope } from "../account-scope.ts";
import type { StoreReader } from "../engine/store-reader.ts";
import { rowsOf, type Work } from "../engine/store-writer.ts";
import { hourS, type SlotTable } from "./slot-table.ts";

/** Selects rows of a table and the columns to sum. */
export interface SlotSelect {
  readonly table: SlotTable;
  /** Sums are separate for each value of this column; null sums all rows together. */
  readonly key: string | null;
  readonly columns: readonly string[];
  /** Each of these columns must have one of its values. */
  readonly where: readonly (readonly [column: string, among: readonly number[]])[];
}

type SlotSums = [slotS: number, key: number, ...sums: number[]];

interface SlotsOver {
  /** The oldest fine slot of the whole table, or null. */
  readonly oldestFineS: number | null;
  readonly fine: readonly SlotSums[];
  readonly hours: readonly SlotSums[];
}

interface SlotRange {
  readonly unitS: number;
  readonly fromS: number;
  readonly toS: number;
}

/** The parts of the statement that sums the rows of slots. */
interface SumParts extends SlotRange {
  /** The rows, which are called `counted`. */
  readonly rows: RawBuilder<unknown>;
  readonly key: string | null;
  readonly columns: readonly string[];
  readonly conditions: RawBuilder<SqlBool>;
}

/**
 * Sums the rows of slots: the slot, the key and each column, in this order. It steps from slot to slot and searches each for
 * the wanted rows, because the slot comes first in the key. Engines are made to do so in different ways.
 */
export type SumsOfSlots = (parts: SumParts) => RawBuilder<Record<string, number>>;

/** Reads the tables of slots. Each answer is a snapshot of one moment; there is nothing before there is a store. */
export class StoredSlots {
  readonly #reader: StoreReader;
  readonly #sumsOfSlots: SumsOfSlots;

  constructor(reader: StoreReader, sumsOfSlots: SumsOfSlots) {
    this.#reader = reader;
    this.#sumsOfSlots = sumsOfSlots;
  }

  /** Sums the fine slots that begin in a range of seconds, by key. */
  async fine(select: SlotSelect, fromS: number, toS: number): Promise<SlotSums[]> {
    const range = { unitS: select.table.fineS, fromS, toS };
    return sumsIn(await this.#reader.rows(accountOf(select), this.#sums(select, range)));
  }

  /** All slots that reach into a range. None is returned both as a fine slot and within an hour. */
  async over(select: SlotSelect, fromS: number, toS: number): Promise<SlotsOver> {
    const { fineS } = select.table;
    const ofFine = this.#sums(select, { unitS: fineS, fromS, toS });
    const ofHours = this.#sums(select, { unitS: hourS, fromS: fromS - hourS, toS });
    const oldestFine = sql<{ slotS: number | null }>`
      SELECT min(slot_s) AS "slotS" FROM ${this.#rowsOf(select)} WHERE unit_s = ${fineS}`;
    const found = await this.#reader.atOnce(accountOf(select), function* (): Work<SlotsOver> {
      const [oldest] = yield* rowsOf(oldestFine);
      return {
        oldestFineS: oldest!.slotS,
        fine: sumsIn(yield* rowsOf(ofFine)),
        hours: sumsIn(yield* rowsOf(ofHours)),
      };
    });
    return found ?? { oldestFineS: null, fine: [], hours: [] };
  }

  close(): Promise<void> {
    return this.#reader.close();
  }

  #sums(select: SlotSelect, range: SlotRange): RawBuilder<Record<string, number>> {
    const { key, columns, where } = select;
    const conditions = where.map(([column, among]) => {
      const counted = `counted.${column}`;
      if (among.length === 1) return sql<SqlBool>`${sql.ref(counted)} = ${among[0]}`;
      return this.#reader.dialect.among(counted, among);
    });
    return this.#sumsOfSlots({
      ...range,
      rows: this.#rowsOf(select),
      key,
      columns,
      conditions: sql.join([sql`true`, ...conditions], sql` AND `),
    });
  }

  #rowsOf({ table }: SlotSelect): RawBuilder<unknown> {
    const { name, keys, figures } = table;
    return this.#reader.dialect.counts(name, ["unit_s", "slot_s", ...keys, ...figures]);
  }
}

/** Returns the account in question; null for all accounts and for devices. */
function accountOf({ where }: SlotSelect): AccountScope {
  const [column, among] = where[0] ?? [];
  return column === "account_id" ? among![0]! : null;
}

function sumsIn(rows: readonly Record<string, number>[]): SlotSums[] {
  return rows.map((row) => Object.values(row) as SlotSums);
}
