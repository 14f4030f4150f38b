import type { operatorRoutes } from "@weir/protocol/manage/operator-routes";
import type { InputOf } from "@weir/protocol/manage/route";
import { type Account, accountById } from "../../control/accounts/accounts.ts";
import { formatMicros } from "../../platform/instant.ts";
import type { ApiContext } from "../../web/api-context.ts";
import type { HandlersOf, Outcome } from "../../web/handler.ts";
import { badField } from "../../web/reading-range.ts";
import { noSuchRecord } from "../../web/record-page.ts";
import { findAlarm } from "../alarms/alarms.ts";
import { findChain } from "../chains/find-chain.ts";
import { findDeadLetter } from "../dead-letters/dead-letters.ts";
import { findDevice } from "../devices/find-device.ts";
import type { Result } from "../manage-error.ts";
import { findMessage } from "../messages/outbox-messages.ts";
import { findSensor } from "../records/record-filter.ts";
import { accountFor, createAccount, findAccount } from "./accounts.ts";

export const operatorAccountHandlers = {
  findAccount: (context, { query }) => find(context, query),

  async useFirstAccount({ control }) {
    return asOutcome(await accountFor(control));
  },

  async addAccount({ control }, { body }) {
    return asOutcome(await createAccount(control, body.name));
  },
} satisfies Partial<HandlersOf<typeof operatorRoutes>>;

type FindRoute = typeof operatorRoutes.findAccount;

async function find(context: ApiContext, named: InputOf<FindRoute>["query"]): Promise<Outcome<FindRoute>> {
  const { control, chains: queries, outbox } = context;
  const { account, device, sensor, chain, alarm, dead_letter: letter, message } = named;
  if (account !== undefined) return asOutcome(await findAccount(control, account));
  if (device !== undefined) return ofFound(context, await findDevice(control, control.db, device));
  if (sensor !== undefined) return ofFound(context, await findSensor(control, sensor));
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
  return badField("query", "Name the account, or something that is in it.");
}

interface Owned {
  readonly accountId: number;
}

async function ofFound({ control }: ApiContext, found: Result<Owned>): Promise<Outcome<FindRoute>> {
  return found.ok ? { ok: true, value: toJson(await accountById(control.db, found.value.accountId)) } : found;
}

/** Null where there is no such record, or the account it was of is gone. */
async function ofRecord(
  { control }: ApiContext,
  finding: Promise<{ readonly accountId: number | null } | null>,
) {
  const accountId = (await finding)?.accountId ?? null;
  if (accountId === null) return null;
  return { ok: true as const, value: toJson(await accountById(control.db, accountId)) };
}

function asOutcome(result: Result<Account>) {
  return result.ok ? { ok: true as const, value: toJson(result.value) } : result;
}

function toJson({ uuid, name, createdAt }: Account) {
  return { uuid, name, created_at: formatMicros(createdAt) };
}
