import { randomUUID } from "node:crypto";
import { defaultChain } from "@weir/rule-engine/default-chain";
import type { Kysely } from "kysely";
import { nothingToAudit } from "../control/audit/audited-action.ts";
import type { ControlSchema } from "../control/control-schema.ts";
import type { ControlReader, ControlStore, ControlTransaction } from "../control/control-store.ts";
import { type Changed, commitChange } from "./commit-change.ts";
import { type Result, refuse, succeed } from "./manage-error.ts";
import { generateWebhookSecret, webhookSecretName, writeSecret } from "./sealed-secret.ts";
import { usualSensorTypes } from "./usual-sensor-types.ts";
import { validateName } from "./validate-text.ts";

export interface Account {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly createdAt: number;
}

const firstAccountName = "Default";
const defaultChainName = "Default";
const namesakesShownMax = 10;

export async function createAccount(store: ControlStore, name: string): Promise<Result<Account>> {
  return commitChange(store, (tx) => insertAccount(store, tx, name));
}

export async function listAccounts(store: ControlReader): Promise<Account[]> {
  return accountsWithin(store.db, store.accountId).orderBy("id").execute();
}

/**
 * By UUID or by name. A UUID is looked for first, so an account named like another's UUID cannot stand in its way. Names
 * are not unique: one that several accounts have is refused rather than guessed.
 */
export async function findAccount(store: ControlReader, selector: string): Promise<Result<Account>> {
  const accounts = accountsWithin(store.db, store.accountId);
  const byUuid = await accounts.where("uuid", "=", selector).executeTakeFirst();
  if (byUuid) return succeed(byUuid);
  const named = await accounts
    .where("name", "=", selector)
    .orderBy("id")
    .limit(namesakesShownMax + 1)
    .execute();
  if (named.length > 1) return refuse("ambiguous_account", ambiguous(selector, named));
  return named[0] ? succeed(named[0]) : refuse("unknown_account", `There is no account "${selector}".`);
}

function ambiguous(name: string, accounts: readonly Account[]): string {
  const shown = accounts.slice(0, namesakesShownMax).map(({ uuid }) => uuid);
  const more = accounts.length > shown.length ? ", …" : "";
  return `Several accounts are called "${name}". Use the UUID instead: ${shown.join(", ")}${more}.`;
}

/** The account a command works in: the one named, else the oldest, which is created when there is none yet. */
export async function accountFor(store: ControlStore, selector?: string): Promise<Result<Account>> {
  if (selector !== undefined) return findAccount(store, selector);
  return commitChange(store, async (tx) => {
    const oldest = await accountsWithin(tx, store.accountId).orderBy("id").executeTakeFirst();
    if (oldest)
      return succeed({ value: oldest, audit: nothingToAudit("the account was there already"), changes: [] });
    return insertAccount(store, tx, firstAccountName);
  });
}

/** Whether there is such an account and the store reaches it. `db` may be a transaction of the store. */
export async function accountExists(
  store: ControlReader,
  db: Kysely<ControlSchema>,
  accountId: number,
): Promise<boolean> {
  const account = await accountsWithin(db, store.accountId).where("id", "=", accountId).executeTakeFirst();
  return account !== undefined;
}

/** An account comes with its default chain, which saves every reading, the usual sensor types, and the secret that signs its webhooks. */
export async function insertAccount(
  { key, nowUs: now }: ControlStore,
  tx: ControlTransaction,
  nameInput: string,
): Promise<Result<Changed<Account>>> {
  const nowUs = now();
  const name = validateName("An account's name", nameInput);
  if (!name.ok) return name;
  const account = await tx
    .insertInto("accounts")
    .values({ uuid: randomUUID(), name: name.value, default_chain_id: null, created_at: nowUs })
    .returning(["id", "uuid", "name", "created_at as createdAt"])
    .executeTakeFirstOrThrow();
  const chainId = await insertDefaultChain(tx, account.id, nowUs);
  await tx.updateTable("accounts").set({ default_chain_id: chainId }).where("id", "=", account.id).execute();
  await insertUsualSensorTypes(tx, account.id, nowUs);
  const value = generateWebhookSecret();
  await writeSecret(tx, { accountId: account.id, name: webhookSecretName, value, key, nowUs });
  return succeed({
    value: account,
    audit: [
      {
        ...{ accountId: account.id, action: "account.create", subjectKind: "account" },
        ...{ subject: account.uuid, after: { name: account.name } },
      },
    ],
    changes: [
      { kind: "chain", chainId },
      { kind: "account", accountId: account.id },
    ],
  });
}

async function insertDefaultChain(tx: ControlTransaction, accountId: number, nowUs: number): Promise<number> {
  const version = 1;
  const { id } = await tx
    .insertInto("chains")
    .values({
      uuid: randomUUID(),
      account_id: accountId,
      name: defaultChainName,
      published_version: version,
      created_at: nowUs,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("chain_versions")
    .values({ chain_id: id, version, definition: JSON.stringify(defaultChain), published_at: nowUs })
    .execute();
  return id;
}

async function insertUsualSensorTypes(
  tx: ControlTransaction,
  accountId: number,
  nowUs: number,
): Promise<void> {
  const rows = usualSensorTypes.map((type) => {
    return { ...type, uuid: randomUUID(), account_id: accountId, created_at: nowUs };
  });
  await tx.insertInto("sensor_types").values(rows).execute();
}

function accountsWithin(db: Kysely<ControlSchema>, accountId: number | null) {
  const accounts = db.selectFrom("accounts").select(["id", "uuid", "name", "created_at as createdAt"]);
  return accountId === null ? accounts : accounts.where("id", "=", accountId);
}
