import type { operatorRoutes } from "@weir/protocol/manage/operator-routes";
import type { InputOf } from "@weir/protocol/manage/route";
import { type Account, accountById } from "../../control/accounts/accounts.ts";
import type { Control } from "../../control/control.ts";
import { formatMicros } from "../../platform/instant.ts";
import { badField } from "../../web/bad-field.ts";
import { noSuchRecord } from "../../web/record-page.ts";
import { findAlarm } from "../alarms/alarms.ts";
import type { ApiContext } from "../core/api-context.ts";
import { findChain } from "../core/find-chain.ts";
import { findDevice } from "../core/find-device.ts";
import { findSensorByUuid } from "../core/find-sensor.ts";
import type { HandlersOf, Outcome } from "../core/handler.ts";
import { type Result, succeed } from "../core/manage-error.ts";
import { findDeadLetter } from "../dead-letters/dead-letters.ts";
import { findMessage } from "../messages/outbox-messages.ts";
import { givePassword } from "../people/give-password.ts";
import { notifyAddress } from "../people/notify-person.ts";
import { addUser, refuseExisting } from "../people/operator-users.ts";
import { validateEmail } from "../people/users.ts";
import { accountFor, createAccount, findAccount } from "./accounts.ts";

export const operatorAccountHandlers = {
  findAccount: (context, { query }) => find(context, query),

  async useFirstAccount({ control }) {
    return asOutcome(await accountFor(control));
  },

  async addAccount(context, { body }) {
    const { control } = context;
    const { name, owner, existing } = body;
    // Checked before the account is created, so that a typo in the address does not leave an account without an owner.
    const refused = owner === undefined ? null : await refuseOwner(control, owner, existing);
    if (refused !== null) return refused;
    const created = await createAccount(control, name);
    if (!created.ok) return created;
    const account = created.value;
    const value = { ...toJson(account), owner: owner ?? null, link: null };
    if (owner === undefined) return succeed(value);
    const added = await addUser(control, { email: owner, account, role: "owner", isExisting: true });
    if (!added.ok) return added;
    const given = await givePassword(context, added.value, undefined);
    if (!given.ok) return given;
    if (existing)
      notifyAddress(context, added.value, { kind: "role changed", account: account.name, role: "owner" });
    return succeed({ ...value, owner: added.value.email, link: given.value });
  },
} satisfies Partial<HandlersOf<typeof operatorRoutes>>;

async function refuseOwner(control: Control, email: string, existing: boolean) {
  const valid = validateEmail(email);
  if (!valid.ok) return valid;
  const found = existing ? null : await refuseExisting(control, valid.value);
  return found === null || found.ok ? null : found;
}

type FindRoute = typeof operatorRoutes.findAccount;

async function find(context: ApiContext, named: InputOf<FindRoute>["query"]): Promise<Outcome<FindRoute>> {
  const { control, chains: queries, outbox } = context;
  const { account, device, sensor, chain, alarm, dead_letter: letter, message } = named;
  if (account !== undefined) return asOutcome(await findAccount(control, account));
  if (device !== undefined) return ofFound(context, await findDevice(control, control.db, device));
  if (sensor !== undefined) return ofFound(context, await findSensorByUuid(control, sensor));
  if (chain !== undefined) return ofFound(context, await findChain(control, control.db, chain));
  const records = { control, queries };
  if (alarm !== undefined)
    return (await ofRecord(context, findAlarm(records, alarm))) ?? noSuchRecord("alarm", alarm);
  if (letter !== undefined)
    return (await ofRecord(context, findDeadLetter(records, letter))) ?? noSuchRecord("dead letter", letter);
  if (message !== undefined)
    return (
      (await ofRecord(context, findMessage({ control, outbox }, message))) ?? noSuchRecord("message", message)
    );
  return badField("query", "Give the account, or something that belongs to it.");
}

interface Owned {
  readonly accountId: number;
}

async function ofFound({ control }: ApiContext, found: Result<Owned>): Promise<Outcome<FindRoute>> {
  return found.ok ? succeed(toJson(await accountById(control.db, found.value.accountId))) : found;
}

/** Null if there is no such record, or if its account was deleted. */
async function ofRecord(
  { control }: ApiContext,
  finding: Promise<{ readonly accountId: number | null } | null>,
) {
  const accountId = (await finding)?.accountId ?? null;
  if (accountId === null) return null;
  return succeed(toJson(await accountById(control.db, accountId)));
}

function asOutcome(result: Result<Account>) {
  return result.ok ? succeed(toJson(result.value)) : result;
}

function toJson({ uuid, name, createdAt }: Account) {
  return { uuid, name, created_at: formatMicros(createdAt) };
}
