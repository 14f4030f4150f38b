import type { Kysely, Transaction } from "kysely";
import type { AccountLimits } from "./account-limits.ts";
import type { Actor } from "./actor.ts";
import type { ControlDialect } from "./control-dialect.ts";
import type { ControlSchema } from "./control-schema.ts";
import type { TokenKey } from "./sealing/token-key.ts";

/** What repositories ask: the committed data, or what a transaction sees. */
export type ControlData = Kysely<ControlSchema>;
export type ControlTransaction = Transaction<ControlSchema>;

/**
 * The control data: accounts, people, device groups, devices, sensors, tokens and chains. Repositories beside this file
 * hold the questions and writes of each subject; adapters open the data on an engine.
 */
export interface ControlReader {
  /** Committed data, each statement as of now. Inside a transaction's work, `{ ...store, db: tx }` reads through it. */
  readonly db: ControlData;
  readonly dialect: ControlDialect;
  /** The account that can be reached through this store; null: all of them. See `withinAccount`. */
  readonly accountId: number | null;
  /** Whether the server has a mail server to send with; null where that is not known, as to commands. */
  readonly sendsMail: boolean | null;
  close(): Promise<void>;
}

/**
 * Promises that
 * - a transaction is as if it ran alone: what it has checked is still true when its writes are committed;
 * - nothing of a transaction that throws, or is not kept, was ever visible to anybody;
 * - what was committed survives a power cut.
 *
 * The work of a transaction may be run again from its beginning, where another one got in its way, so it does nothing
 * but read and write through `tx` and work out its answer. Statements outside of a transaction promise none of this to
 * each other.
 */
export interface ControlStore extends ControlReader {
  readonly key: TokenKey;
  /** In whose name changes are written to the audit log. See `actingAs`. */
  readonly actor: Actor;
  readonly announce: (changes: readonly ControlChange[]) => Promise<void>;
  readonly nowUs: () => number;
  readonly limits: AccountLimits;
  /** Commits what the work has written, unless it throws or its answer is one that `isKept` says no to. */
  transact<T>(work: (tx: ControlTransaction) => Promise<T>, isKept?: (answer: T) => boolean): Promise<T>;
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

/** A read-only command or the processor cannot bring the data up to date itself. */
export class ControlDataUnavailableError extends Error {
  readonly code = "control_data_unavailable";
}

/** The same store, in which nothing of any other account can be found or changed. */
export function withinAccount<Store extends ControlReader>(store: Store, accountId: number): Store {
  return { ...store, accountId };
}
