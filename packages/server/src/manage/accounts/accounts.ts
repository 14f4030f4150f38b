import { randomUUID } from "node:crypto";
import { defaultChain } from "@weir/rule-engine/default-chain";
import {
  type Account,
  accountByUuid,
  accountsNamed,
  oldestAccount,
} from "../../control/accounts/accounts.ts";
import { insertAccount } from "../../control/accounts/insert-account.ts";
import { nothingToAudit } from "../../control/audit/audited-action.ts";
import { insertBoard } from "../../control/boards/boards.ts";
import type { Control, ControlReader, ControlTransaction } from "../../control/control.ts";
import { firstBoard, firstBoardName } from "../boards/first-board.ts";
import { type Changed, commitChange } from "../core/commit-change.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";
import { generateWebhookSecret, webhookSecretName, writeSecret } from "../core/sealed-secret.ts";
import { validateName } from "../core/validate-text.ts";
import { usualSensorTypes } from "../sensors/usual-sensor-types.ts";

const firstAccountName = "Default";
const defaultChainName = "Default";
const namesakesShownMax = 10;

export async function createAccount(control: Control, name: string): Promise<Result<Account>> {
  return commitChange(control, (tx) => addAccount(control, tx, name));
}

/**
 * Finds an account by UUID or by name. UUIDs are tried first, so an account that is named like another's UUID cannot
 * hide it. Names are not unique: a name that several accounts have is refused, not guessed.
 */
export async function findAccount(control: ControlReader, selector: string): Promise<Result<Account>> {
  const byUuid = await accountByUuid(control, selector);
  if (byUuid) return succeed(byUuid);
  const named = await accountsNamed(control, selector, namesakesShownMax + 1);
  if (named.length > 1) return refuse("ambiguous_account", ambiguous(selector, named));
  return named[0] ? succeed(named[0]) : refuse("unknown_account", `There is no account "${selector}".`);
}

function ambiguous(name: string, accounts: readonly Account[]): string {
  const shown = accounts.slice(0, namesakesShownMax).map(({ uuid }) => uuid);
  const more = accounts.length > shown.length ? ", …" : "";
  return `Several accounts are named "${name}". Use the UUID instead: ${shown.join(", ")}${more}.`;
}

/** The account of a command: the named one, else the oldest, which is created if there is none yet. */
export async function accountFor(control: Control, selector?: string): Promise<Result<Account>> {
  if (selector !== undefined) return findAccount(control, selector);
  return commitChange(control, async (tx) => {
    const oldest = await oldestAccount(control, tx);
    if (oldest)
      return succeed({ value: oldest, audit: nothingToAudit("the account was there already"), changes: [] });
    return addAccount(control, tx, firstAccountName);
  });
}

/** The person who creates an account, and what it counts with. The operator's accounts count with themselves. */
interface AccountCreator {
  readonly createdBy: number | null;
  readonly tenantId: number | null;
}

/**
 * Creates an account with a default chain that saves every reading, the usual sensor types, the secret that signs its
 * webhooks, and a board of all its devices.
 */
export async function addAccount(
  { key, nowUs: now, actor }: Control,
  tx: ControlTransaction,
  nameInput: string,
  creator: AccountCreator = { createdBy: null, tenantId: null },
): Promise<Result<Changed<Account>>> {
  const nowUs = now();
  const name = validateName("An account's name", nameInput);
  if (!name.ok) return name;
  const { account, chainId } = await insertAccount(tx, {
    name: name.value,
    defaultChain: { name: defaultChainName, definition: defaultChain },
    sensorTypes: usualSensorTypes,
    nowUs,
    ...creator,
  });
  const value = generateWebhookSecret();
  await writeSecret(tx, { accountId: account.id, name: webhookSecretName, value, key, nowUs });
  const overview = {
    uuid: randomUUID(),
    accountId: account.id,
    userId: null,
    name: firstBoardName,
    definition: firstBoard,
    version: 1,
    createdAt: nowUs,
    updatedAt: nowUs,
  };
  await insertBoard(tx, overview, actor.name);
  return succeed({
    value: account,
    audit: [
      {
        accountId: account.id,
        action: "account.create",
        subjectKind: "account",
        subject: account.uuid,
        after: { name: account.name },
      },
    ],
    changes: [
      { kind: "chain", chainId },
      { kind: "account", accountId: account.id },
    ],
  });
}
