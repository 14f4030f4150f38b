import type { PostgresSession } from "../../../platform/postgres/open-postgres.ts";
import type { StoreDatabase } from "../../engine/postgres/store-database.ts";
import { faultCode } from "../../engine/postgres/to-store-fault.ts";
import { type Month, monthAfter, monthOf } from "./months.ts";

/** The tables that are split by month, and the column that determines the month of a row. */
const tables = [
  { table: "readings", column: "at_us" },
  { table: "blocks", column: "last_us" },
] as const;

/** Tables are created for the month before, for late readings, and for the coming months, so that nobody has to wait. */
const monthsBefore = 1;
const monthsAhead = 2;
/** An arbitrary number that nothing else in the database locks. */
const monthsLock = 7_305_804_402;
/** Everybody who comes after a CREATE or DROP TABLE waits for it, so it must not wait for long itself. */
const lockMaxMs = 2_000;
const lockNotAvailable = "55P03";

/**
 * Manages the tables in which readings are kept month by month. They are created in advance, because creating one locks
 * the default table, and dropped as a whole once nothing in them is to be kept. Readings of a month without a table are
 * in the default table.
 */
export class MonthPartitions {
  readonly #database: StoreDatabase;

  constructor(database: StoreDatabase) {
    this.#database = database;
  }

  /** The months that have tables, oldest first. */
  async list(): Promise<Month[]> {
    const { rows } = await this.#database.query<{ name: string }>(
      `SELECT substring(relname FROM 10) AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
       WHERE inhparent = 'weir_store.readings'::regclass AND relname ~ '^readings_[0-9]{4}_[0-9]{2}$' ORDER BY 1`,
    );
    return rows.map(({ name }) =>
      monthOf(Date.UTC(Number(name.slice(0, 4)), Number(name.slice(5)) - 1) * 1000),
    );
  }

  /**
   * Creates missing tables of the months around this time. Resolves to the number of months. If a table stays in use
   * for too long, the rest is left for the next call.
   */
  async createAhead(nowMs: number): Promise<number> {
    const now = monthOf(nowMs * 1000);
    const known = new Set((await this.list()).map(({ name }) => name));
    let created = 0;
    for (let months = -monthsBefore; months <= monthsAhead; months++) {
      const month = monthAfter(now, months);
      if (known.has(month.name)) continue;
      try {
        if (await this.create(month)) created++;
      } catch (error) {
        if (faultCode(error) === lockNotAvailable) return created;
        throw error;
      }
    }
    return created;
  }

  /** Creates the tables of a month, and moves its readings there from the default tables. */
  create(month: Month): Promise<boolean> {
    return this.#change(async (tx) => {
      if (await exists(tx, month)) return false;
      for (const { table, column } of tables) {
        const [parent, own, rest] = [name(table), name(table, month.name), name(table, "default")];
        await tx.query(`CREATE TABLE ${own} (LIKE ${parent} INCLUDING ALL)`);
        await tx.query(`LOCK TABLE ${rest} IN ACCESS EXCLUSIVE MODE`);
        await tx.query(
          `WITH moved AS (DELETE FROM ${rest} WHERE ${column} >= ${month.startUs} AND ${column} < ${month.endUs} RETURNING *)
           INSERT INTO ${own} SELECT * FROM moved`,
        );
        await tx.query(
          `ALTER TABLE ${parent} ATTACH PARTITION ${own} FOR VALUES FROM (${month.startUs}) TO (${month.endUs})`,
        );
      }
      return true;
    });
  }

  /**
   * Drops the months that were over at `keptFromUs`, with the readings of every account. Resolves to how many. No
   * account may keep readings from before that time.
   */
  async dropBefore(keptFromUs: number): Promise<number> {
    let dropped = 0;
    for (const month of await this.list()) {
      if (month.endUs > keptFromUs) break;
      const isDropped = await this.#change(async (tx) => {
        if (!(await exists(tx, month))) return false;
        await tx.query(`DROP TABLE ${tables.map(({ table }) => name(table, month.name)).join(", ")}`);
        return true;
      });
      if (isDropped) dropped++;
    }
    return dropped;
  }

  #change(work: (tx: PostgresSession) => Promise<boolean>): Promise<boolean> {
    return this.#database.write(async (tx) => {
      await tx.query(`SET LOCAL lock_timeout = ${lockMaxMs}`);
      await tx.query("SELECT pg_advisory_xact_lock($1)", [monthsLock]);
      return work(tx);
    });
  }
}

/** Asks the catalog, because a connection may remember for a while that a name did not exist. */
async function exists(tx: PostgresSession, month: Month): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE nspname = 'weir_store' AND relname = $1`,
    [`readings_${month.name}`],
  );
  return rowCount !== 0;
}

function name(table: string, part?: string): string {
  return part === undefined ? `weir_store.${table}` : `weir_store.${table}_${part}`;
}
