import { sql } from "kysely";
import { nothingToAudit } from "../control/audit/audited-action.ts";
import type { ControlStore, ControlTransaction } from "../control/control-store.ts";
import { openToken, sealedHead, sealToken } from "../control/sealing/token.ts";
import { commitChange } from "./commit-change.ts";
import { succeed } from "./manage-error.ts";
import { seedBinding } from "./people/second-factor.ts";
import { secretBinding } from "./sealed-secret.ts";

export interface Resealed {
  /** Sealed again with the key in force. */
  readonly resealed: number;
  /** Sealed with a key that is neither the one in force nor the one before it. They stay as they are. */
  readonly unreadable: number;
}

/** A row with a sealed value, found by its key columns. */
interface SealedRow {
  readonly sealed: Uint8Array;
  readonly binding: string;
  write(tx: ControlTransaction, sealed: Uint8Array): Promise<unknown>;
}

/** One transaction writes this many, so that a rotation never keeps other changes waiting for long. */
const rowsPerTransaction = 200;

/**
 * Seals everything in control.db that is not sealed with the key in force with that key. It goes on where an earlier call was
 * cut off, because each value says which key it is sealed with, and it may run beside a server that works with both keys.
 */
export async function resealAll(
  store: ControlStore,
  onProgress: (done: number, of: number) => void,
): Promise<Resealed> {
  let resealed = 0;
  for (;;) {
    const waiting = await staleRows(store);
    const before = resealed;
    for (let start = 0; start < waiting.length; start += rowsPerTransaction) {
      resealed += await resealSome(store, waiting.slice(start, start + rowsPerTransaction));
      onProgress(Math.min(start + rowsPerTransaction, waiting.length), waiting.length);
    }
    // Once more after some were: a value may have been replaced meanwhile by somebody who had the old key only.
    if (resealed === before) return { resealed, unreadable: waiting.length };
  }
}

/** Enters the rotation in the audit log. */
export async function recordRotation(store: ControlStore, done: Resealed): Promise<void> {
  const subject = store.key.current.id.toString("hex");
  const entry = { accountId: null, action: "key.rotate", subjectKind: "key", subject, after: done };
  await commitChange(store, async () => succeed({ value: null, audit: [entry], changes: [] }));
}

async function resealSome(store: ControlStore, rows: readonly SealedRow[]): Promise<number> {
  let resealed = 0;
  await commitChange(store, async (tx) => {
    for (const { sealed, binding, write } of rows) {
      const text = openToken(sealed, binding, store.key);
      if (text === null) continue;
      await write(tx, sealToken(text, binding, store.key));
      resealed++;
    }
    const audit = nothingToAudit("the whole rotation is one entry");
    return succeed({ value: null, audit, changes: [] });
  });
  return resealed;
}

/** Values that are not sealed with the key in force. One that was replaced meanwhile is left as it is by its `write`. */
async function staleRows({ db, key }: ControlStore): Promise<SealedRow[]> {
  const head = sealedHead(key);
  const isStale = (column: string) => sql<boolean>`substr(${sql.ref(column)}, 1, ${head.length}) <> ${head}`;
  const devices = await db
    .selectFrom("devices")
    .select(["id", "uuid", "token_sealed"])
    .where(isStale("token_sealed"))
    .execute();
  const secrets = await db
    .selectFrom("secrets")
    .select(["account_id", "name", "sealed"])
    .where(isStale("sealed"))
    .execute();
  const users = await db
    .selectFrom("users")
    .select(["id", "uuid", "totp_sealed"])
    .where(isStale("totp_sealed"))
    .execute();
  return [
    ...devices.map(({ id, uuid, token_sealed: old }) => ({
      sealed: old,
      binding: uuid,
      write: (tx: ControlTransaction, sealed: Uint8Array) =>
        sql`UPDATE devices SET token_sealed = ${sealed} WHERE id = ${id} AND token_sealed = ${old}`.execute(
          tx,
        ),
    })),
    ...secrets.map(({ account_id: account, name, sealed: old }) => ({
      sealed: old,
      binding: secretBinding(account, name),
      write: (tx: ControlTransaction, sealed: Uint8Array) =>
        sql`UPDATE secrets SET sealed = ${sealed} WHERE account_id = ${account} AND name = ${name} AND sealed = ${old}`.execute(
          tx,
        ),
    })),
    ...users.map(({ id, uuid, totp_sealed: old }) => ({
      sealed: old!,
      binding: seedBinding(uuid),
      write: (tx: ControlTransaction, sealed: Uint8Array) =>
        sql`UPDATE users SET totp_sealed = ${sealed} WHERE id = ${id} AND totp_sealed = ${old}`.execute(tx),
    })),
  ];
}
