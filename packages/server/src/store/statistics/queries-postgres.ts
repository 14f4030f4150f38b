import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
import type { AccountScope } from "../account-scope.ts";
import type { StoreDatabase } from "../engine/postgres/store-database.ts";
import {
  type SlotReader,
  type SlotSelect,
  SlotStatistics,
  type SlotSums,
  type SlotsOver,
} from "./slot-statistics.ts";
import { hourS } from "./slot-table.ts";

/** Reads counts from PostgreSQL. */
export class PostgresStatisticsQueries extends SlotStatistics {
  constructor(database: StoreDatabase) {
    super(new PostgresSlots(database));
  }
}

class PostgresSlots implements SlotReader {
  readonly #database: StoreDatabase;

  constructor(database: StoreDatabase) {
    this.#database = database;
  }

  fine(select: SlotSelect, fromS: number, toS: number): Promise<SlotSums[]> {
    const range = { unitS: select.table.fineS, fromS, toS };
    return this.#database.readFor(accountOf(select), (tx) => readSlots(tx, select, range));
  }

  over(select: SlotSelect, fromS: number, toS: number): Promise<SlotsOver> {
    const { name, fineS } = select.table;
    return this.#database.readFor(accountOf(select), async (tx) => {
      const { rows } = await tx.query<{ oldestFineS: number | null }>(
        `SELECT min(slot_s) AS "oldestFineS" FROM weir_store.${name} WHERE unit_s = $1`,
        [fineS],
      );
      return {
        oldestFineS: rows[0]!.oldestFineS,
        fine: await readSlots(tx, select, { unitS: fineS, fromS, toS }),
        hours: await readSlots(tx, select, { unitS: hourS, fromS: fromS - hourS, toS }),
      };
    });
  }

  /** The database is closed by whoever opened it. */
  async close(): Promise<void> {}
}

/** Returns the account in question; null for all accounts and for devices. */
function accountOf({ where }: SlotSelect): AccountScope {
  const [column, among] = where[0] ?? [];
  return column === "account_id" ? among![0]! : null;
}

interface SlotRange {
  readonly unitS: number;
  readonly fromS: number;
  readonly toS: number;
}

/** Steps from slot to slot and searches each for the wanted rows, because the slot comes first in the key. */
async function readSlots(
  session: PostgresSession,
  { table, key, columns, where }: SlotSelect,
  { unitS, fromS, toS }: SlotRange,
): Promise<SlotSums[]> {
  const name = `weir_store.${table.name}`;
  const sums = columns.map((column) => `sum(counted.${column})::int8`).join(", ");
  const conditions = where.map(([column], nth) => ` AND counted.${column} = ANY ($${nth + 4}::int8[])`);
  const keyColumn = key === null ? "0::int8" : `counted.${key}`;
  const { rows } = await session.query<SlotSums>({
    rowMode: "array",
    text: `WITH RECURSIVE slots (slot_s) AS (
        SELECT min(slot_s) FROM ${name} WHERE unit_s = $1 AND slot_s >= $2::float8
        UNION ALL
        SELECT (SELECT min(slot_s) FROM ${name} AS later WHERE later.unit_s = $1 AND later.slot_s > slots.slot_s)
        FROM slots WHERE slots.slot_s < $3::float8
      )
      SELECT slots.slot_s, wanted.* FROM slots CROSS JOIN LATERAL (
        SELECT ${keyColumn} AS key, ${sums} FROM ${name} AS counted
        WHERE counted.unit_s = $1 AND counted.slot_s = slots.slot_s${conditions.join("")}
        GROUP BY 1
      ) AS wanted
      WHERE slots.slot_s < $3::float8 ORDER BY 1, 2`,
    values: [unitS, fromS, toS, ...where.map(([, among]) => among)],
  });
  return rows;
}
