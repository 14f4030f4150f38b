import type { Kysely, Transaction } from "kysely";
import type { AccountLimits } from "./account-limits.ts";
import type { Actor } from "./actor.ts";
import type { ControlDialect } from "./control-dialect.ts";
import type { ControlSchema } from "./control-schema.ts";
import type { TokenKey } from "./sealing/token-key.ts";

/** What repositories query: the committed data, or the view of one transaction. */
export type ControlData = Kysely<ControlSchema>;
export type ControlTransaction = Transaction<ControlSchema>;

/**
 * The control data: accounts, people, device groups, devices, sensors, tokens and chains. Repositories beside this file
 * hold the queries and writes of each subject; adapters open the data on an engine.
 */
export interface ControlReader {
  /** Committed data; each statement sees the latest. Inside a transaction, `{ ...control, db: tx }` reads through it. */
  readonly db: ControlData;
  /** The same data, for statements that look up few rows by their keys: engines may plan these once. See `lookingUp`. */
  readonly lookUps: ControlData;
  readonly dialect: ControlDialect;
  /** The only account that can be reached; null means every account. See `withinAccount`. */
  readonly accountId: number | null;
  /** Returns the data as seen on behalf of one account, for `withinAccount`. Engines that can hide other accounts do. */
  readonly confine: (accountId: number) => Pick<ControlReader, "db" | "lookUps">;
  /** Whether the server can send mail. Null when that is unknown, as it is to commands. */
  readonly sendsMail: boolean | null;
  close(): Promise<void>;
}

/**
 * Promises that
 * - a transaction behaves as if it ran alone: what it checked is still true when its writes are committed;
 * - the writes of a transaction that throws, or is not kept, are never visible to anybody;
 * - committed writes survive a power cut.
 *
 * A transaction that conflicts with another one may run again from its beginning, so its work only reads and writes
 * through `tx` and computes its answer. Statements outside a transaction have none of these guarantees.
 */
export interface Control extends ControlReader {
  readonly key: TokenKey;
  /** The actor that the audit log names for changes. See `actingAs`. */
  readonly actor: Actor;
  readonly announce: (changes: readonly ControlChange[]) => Promise<void>;
  readonly nowUs: () => number;
  readonly limits: AccountLimits;
  readonly confine: (accountId: number) => Pick<Control, "db" | "lookUps" | "transact">;
  /** Commits the writes of `work`, unless it throws or `isKept` returns false for its answer. */
  transact<T>(work: (tx: ControlTransaction) => Promise<T>, isKept?: (answer: T) => boolean): Promise<T>;
}

/** What to load again after a change. Loading finds nothing if it was removed. Sensors change with their device. */
export type ControlChange =
  | { readonly kind: "account"; readonly accountId: number }
  /** People, sessions, memberships or API keys. Requests look these up each time; open streams have to be checked. */
  | { readonly kind: "people" }
  /** Addresses that chains send mail to, or the answers of their owners. */
  | { readonly kind: "recipients" }
  | { readonly kind: "chain"; readonly chainId: number }
  | { readonly kind: "alert rules"; readonly accountId: number }
  /** Channels, or rules that name them. */
  | { readonly kind: "notifications"; readonly accountId: number }
  | { readonly kind: "device"; readonly deviceId: number }
  /** A device template. Only who brings devices to its current version needs to know. */
  | { readonly kind: "template" }
  /** The token key was replaced, or the one before it was deleted. */
  | { readonly kind: "key" };

/** The data must be migrated first, which a read-only command or the processor cannot do. */
export class ControlDataUnavailableError extends Error {
  readonly code = "control_data_unavailable";
}

/** The same control data, restricted to one account: nothing of any other account can be found or changed. */
export function withinAccount<C extends ControlReader>(control: C, accountId: number): C {
  return { ...control, accountId, ...control.confine(accountId) };
}

/** The same control data, for reading few rows by their keys. */
export function lookingUp<C extends ControlReader>(control: C): C {
  return { ...control, db: control.lookUps };
}
