import { Kysely } from "kysely";
import { OneAtATime } from "../../platform/one-at-a-time.ts";
import { PerKey } from "../../platform/per-key.ts";
import type { Postgres } from "../../platform/postgres/open-postgres.ts";
import type { Control, ControlData, ControlReader } from "../control.ts";
import { type ControlOptions, withDefaults } from "../control-options.ts";
import type { ControlSchema } from "../control-schema.ts";
import { kyselyOnPostgres, type SessionSettings } from "./kysely-on-postgres.ts";
import { controlSchema } from "./migrations/control-migrations.ts";
import { postgresDialect } from "./postgres-dialect.ts";
import { runSerializable, transactionSettings } from "./postgres-transactions.ts";
import { StatementNames } from "./statement-names.ts";

/** Pools that nothing else uses. Transactions have their own, so that reads never wait for them. */
export interface ControlPools {
  readonly readers: Postgres;
  readonly writers: Postgres;
}

/**
 * Opens control data in the schema `weir_control`, which must be up to date. `writing` are the settings of connections that
 * write.
 */
export function postgresControl(
  { readers, writers }: ControlPools,
  options: ControlOptions,
  writing: SessionSettings = {},
): Control {
  const reader = postgresControlReader(readers);
  const names = new StatementNames();
  // Nearly all transactions of an account change the row that counts what it uses, so PostgreSQL would refuse every one that
  // overlaps with another, and many at once would be refused over and over.
  const accounts = new PerKey((_accountId: number) => new OneAtATime());
  const transactWithin = (accountId: number | null): Control["transact"] => {
    const db = dataOf(writers, accountId, { ...transactionSettings, ...writing }, names);
    return (work, isKept) => {
      const run = () => runSerializable(db, work, isKept);
      return accountId === null ? run() : accounts.use(accountId, (line) => line.run(run));
    };
  };
  return {
    ...reader,
    ...withDefaults(options),
    transact: transactWithin(null),
    confine: (accountId) => ({ ...reader.confine(accountId), transact: transactWithin(accountId) }),
    async close() {
      await Promise.all([readers.close(), writers.close()]);
    },
  };
}

const readOnly: SessionSettings = { default_transaction_read_only: "on" };
/** What is looked for decides which plan is good: one account may have nearly all devices, another a few. */
const planEachTime: SessionSettings = { plan_cache_mode: "force_custom_plan" };
/** Rows are found by their keys in the same way whatever they are, and that takes longer to plan than to do. */
const planOnce: SessionSettings = { plan_cache_mode: "force_generic_plan" };

/** Opens control data for reading only. */
export function postgresControlReader(readers: Postgres): ControlReader {
  const names = new StatementNames();
  const read = (accountId: number | null) => ({
    db: dataOf(readers, accountId, { ...readOnly, ...planEachTime }, names),
    lookUps: dataOf(readers, accountId, { ...readOnly, ...planOnce }, names),
  });
  return {
    ...read(null),
    dialect: postgresDialect,
    accountId: null,
    confine: read,
    sendsMail: null,
    close: () => readers.close(),
  };
}

/** Statements on behalf of an account find nothing of another one: see row-security.ts. */
function dataOf(
  postgres: Postgres,
  accountId: number | null,
  settings: SessionSettings,
  names: StatementNames | null = null,
): ControlData {
  const session = {
    ...settings,
    search_path: controlSchema.name,
    "weir.account_id": accountId === null ? "" : String(accountId),
  };
  return new Kysely<ControlSchema>({ dialect: kyselyOnPostgres(postgres, session, names) });
}
