import type { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Kysely } from "kysely";
import { type Clock, systemClock } from "../platform/clock.ts";
import { migrate, NewerDatabaseError, openDatabase } from "../platform/sqlite.ts";
import { type Actor, operator } from "./actor.ts";
import { bunSqliteDialect } from "./bun-sqlite-dialect.ts";
import type { ChainWork } from "./chain-work/chain-work.ts";
import { workHere } from "./chain-work/work-here.ts";
import { controlMigrations } from "./control-migrations.ts";
import type { ControlSchema } from "./control-schema.ts";
import type { TokenKey } from "./token-key.ts";

/**
 * The control data: accounts, device groups, devices, sensors, tokens and chains, in one SQLite file that the server
 * and the commands open side by side. It promises that a change that was answered survives a power cut, and that
 * the running server works by it before it is answered (see commit-change.ts).
 */
export interface ControlReader {
  /** For everything but bulk loads. */
  readonly db: Kysely<ControlSchema>;
  /**
   * For hand-written bulk reads. A connection of its own that cannot write, so a load in the middle of a transaction
   * of this process sees what is committed and nothing else.
   */
  readonly database: Database;
  /** The account that can be reached through this store; null: all of them. See `withinAccount`. */
  readonly accountId: number | null;
  /** Whether the server has a mail server to send with; null where that is not known, as to commands. */
  readonly sendsMail: boolean | null;
  /** Who compiles, validates and tries chains. */
  readonly chainWork: ChainWork;
  close(): Promise<void>;
}

export interface ControlStore extends ControlReader {
  readonly key: TokenKey;
  /** In whose name changes are written to the audit log. See `actingAs`. */
  readonly actor: Actor;
  readonly announce: (changes: readonly ControlChange[]) => Promise<void>;
  readonly nowUs: () => number;
}

/** What has changed, to be loaded again; loading finds nothing when it was removed. Sensors change with their device. */
export type ControlChange =
  | { readonly kind: "account"; readonly accountId: number }
  /** People, sessions, memberships or API keys. Requests look them up anyway; streams that are open have to be checked. */
  | { readonly kind: "people" }
  /** Addresses that chains send mail to, or what their owners answered. */
  | { readonly kind: "recipients" }
  | { readonly kind: "chain"; readonly chainId: number }
  | { readonly kind: "device"; readonly deviceId: number }
  /** The token key was replaced, or the one before it was deleted. */
  | { readonly kind: "key" };

export interface ControlStoreOptions {
  readonly key: TokenKey;
  /** Resolves when the running server, if there is one, works by the changes. */
  readonly announce: (changes: readonly ControlChange[]) => Promise<void>;
  readonly clock?: Clock;
  /** Until `actingAs` names somebody else. By default the operator at the command line. */
  readonly actor?: Actor;
  readonly sendsMail?: boolean;
  /** Left out: whoever asks does it and waits for it. */
  readonly chainWork?: ChainWork;
}

/** A read-only command or the processor cannot bring the file up to date itself. */
export class ControlDataUnavailableError extends Error {
  readonly code = "control_data_unavailable";
}

const fileName = "control.db";

export function openControlStore(dataDir: string, options: ControlStoreOptions): ControlStore {
  const path = join(dataDir, fileName);
  const writer = openDatabase(path, { synchronous: "full" });
  try {
    migrate(writer, fileName, controlMigrations);
    const {
      key,
      announce,
      clock = systemClock,
      actor = operator("command line"),
      sendsMail = null,
      chainWork = workHere,
    } = options;
    const nowUs = (): number => clock.nowMs() * 1000;
    return { ...openConnections(path, writer), key, actor, announce, nowUs, sendsMail, chainWork };
  } catch (error) {
    writer.close();
    throw error;
  }
}

/** For commands that only read, and for the processor. Never creates or migrates the file. */
export function openControlReader(dataDir: string): ControlReader {
  const path = join(dataDir, fileName);
  if (!existsSync(path)) {
    throw new ControlDataUnavailableError(
      `There is no ${fileName} in ${dataDir} yet. Start Weir once, or check the path of the data folder.`,
    );
  }
  const reader = openDatabase(path, { synchronous: "full", readonly: true });
  try {
    assertSchemaIsCurrent(reader);
    return openConnections(path, reader);
  } catch (error) {
    reader.close();
    throw error;
  }
}

/** The same store, in which nothing of any other account can be found or changed. */
export function withinAccount<Store extends ControlReader>(store: Store, accountId: number): Store {
  return { ...store, accountId };
}

function openConnections(path: string, connection: Database): ControlReader {
  const database = openDatabase(path, { synchronous: "full", readonly: true });
  const db = new Kysely<ControlSchema>({ dialect: bunSqliteDialect(connection) });
  const close = async (): Promise<void> => {
    await db.destroy();
    database.close();
    connection.close();
  };
  return { db, database, accountId: null, sendsMail: null, chainWork: workHere, close };
}

function assertSchemaIsCurrent(reader: Database): void {
  const { user_version: found } = reader.query("PRAGMA user_version").get() as { user_version: number };
  const known = controlMigrations.length;
  if (found === known) return;
  const versions = `${fileName} has schema version ${found}, this Weir reads version ${known}.`;
  if (found > known) throw new NewerDatabaseError(`${versions} Use the newer Weir that wrote it.`);
  throw new ControlDataUnavailableError(`${versions} Start this Weir's server once to bring it up to date.`);
}
