import type { CallAnswer } from "@weir/protocol/manage/calls";
import { InvalidArgumentError } from "commander";
import { counted } from "../platform/counted.ts";
import { errorCode } from "../platform/error-code.ts";
import type { AccountName, ApiClient, ItemOf } from "./client/api-client.ts";
import type { ApiOptions } from "./client/connect.ts";
import { askForName, type ConfirmOptions, takeYes } from "./confirm.ts";
import { apiCommand } from "./derived/api-command.ts";
import { CommandFailure } from "./failure.ts";
import { printable } from "./output.ts";
import { formatTable, shortTime } from "./table.ts";

const accountHelp = "Name or UUID of the account";

interface DeleteOptions extends ApiOptions, ConfirmOptions {
  readonly now?: true;
}

const remove = apiCommand({
  description:
    "Delete an account with everything in it, after account_deletion_days in which it can be cancelled. Asks for the name of the account first, unless --yes is given. The server has to run for the deletion itself. Audit entries of the account stay for the operator: weir account audit.",
  take: (command) =>
    takeYes(command.argument("<account>", accountHelp)).option("--now", "Do not wait: nobody can cancel it"),
  examples: ['weir account delete "North plant"', 'weir account delete "North plant" --now --yes'],
  async call(api, [named]: [string], { now, ...options }: DeleteOptions) {
    const { uuid, name } = await api.accountFor(named);
    const params = { account: uuid };
    const preview = await api.call("showAccountDeletion", { params });
    await askForName(`${whatIsDeleted(preview, name, now === true)}\n`, name, options);
    const deletion = now
      ? await api.call("deleteAccountNow", { body: { account: uuid, name } })
      : await api.call("askAccountDeletion", { params, body: { name } });
    return { account: uuid, name, ...deletion };
  },
  text: ({ name, due_at }, _, { now }) =>
    now
      ? `Account ${printable(name)} is being deleted. weir account deleted shows when everything is gone.`
      : `Account ${printable(name)} will be deleted after ${shortTime(due_at)}. To cancel: weir account cancel-deletion`,
});

type Preview = CallAnswer<"showAccountDeletion">;

function whatIsDeleted(
  { devices, sensors, people, grace_days, last_export }: Preview,
  name: string,
  isNow: boolean,
): string {
  const when = isNow
    ? "now; nobody can cancel it"
    : `in ${counted(grace_days, "day")}; until then it can be cancelled`;
  const also =
    people.length === 0
      ? ""
      : ` People who are in no other account are deleted too: ${people.map(printable).join(", ")}.`;
  const exported =
    last_export === null
      ? "Its readings were never exported as a whole."
      : `All its readings were last exported at ${shortTime(last_export.at)} by ${printable(last_export.by)}.`;
  return (
    `Account ${printable(name)} with ${counted(devices, "device")}, ${counted(sensors, "sensor")} and everything else in it is deleted ${when}.${also} ` +
    `${exported} To keep its readings, export them first: weir export --account.`
  );
}

const cancel = apiCommand({
  take: (command) => command.argument("<account>", accountHelp),
  examples: ['weir account cancel-deletion "North plant"'],
  async call(api, [named]: [string]) {
    const account = await api.accountFor(named);
    await api.call("cancelAccountDeletion", { params: { account: account.uuid } });
    return account;
  },
  text: ({ name }) => `Account ${printable(name)} will not be deleted.`,
});

const deleted = apiCommand({
  description:
    "List the accounts that were deleted in the last 400 days, or are about to be, and who asked for it.",
  examples: ["weir account deleted"],
  call: (api) => api.items("listDeletedAccounts", { query: { limit: 1000 } }),
  text(accounts) {
    if (accounts.length === 0) return "No account was deleted, and none is about to be.";
    const rows = accounts.map((account) => [
      account.uuid,
      printable(account.name),
      printable(account.asked_by),
      shortTime(account.asked_at),
      stateOf(account),
    ]);
    return formatTable(["ACCOUNT", "NAME", "ASKED BY", "ASKED", "STATE"], rows);
  },
});

function stateOf({ begun_at, ended_at, due_at }: ItemOf<"listDeletedAccounts">): string {
  if (ended_at !== null) return `deleted ${shortTime(ended_at)}`;
  return begun_at === null ? `due ${shortTime(due_at)}` : "being deleted";
}

interface AuditOptions extends ApiOptions {
  readonly limit: number;
}

const audit = apiCommand({
  description: "List what was done in an account, newest first. Also works for accounts that were deleted.",
  take: (command) =>
    command
      .argument("<account>", accountHelp)
      .option("--limit <number>", "Number of entries", wholeNumber, 100),
  examples: ['weir account audit "North plant"', 'weir account audit "North plant" --limit 20 --json'],
  call: (api, [named]: [string], { limit }: AuditOptions) => entriesOf(api, named, limit),
  text(entries) {
    if (entries.length === 0) return "No entries.";
    const rows = entries.map(({ happened_at, actor, action, subject, subject_name }) => [
      shortTime(happened_at),
      printable(actor),
      action,
      printable(subject_name ?? subject),
    ]);
    return formatTable(["TIME", "BY", "ACTION", "SUBJECT"], rows);
  },
});

async function entriesOf(api: ApiClient, named: string, limit: number): Promise<ItemOf<"listAudit">[]> {
  const account = await api.accountFor(named).catch((error: unknown) => {
    if (errorCode(error) === "unknown_account" && api.isOperator) return null;
    throw error;
  });
  const query = { limit: Math.min(limit, 1000) };
  if (account !== null) return api.items("listAudit", { params: { account: account.uuid }, query }, limit);
  const { uuid } = await deletedAccount(api, named);
  return api.items("listDeletedAudit", { params: { deleted: uuid }, query }, limit);
}

async function deletedAccount(api: ApiClient, named: string): Promise<AccountName> {
  const all = await api.items("listDeletedAccounts", { query: { limit: 1000 } });
  const [found, ...others] = all.filter(({ uuid, name }) => uuid === named || name === named);
  if (found === undefined)
    throw new CommandFailure("unknown_account", `There is and was no account "${named}".`);
  if (others.length === 0) return found;
  throw new CommandFailure(
    "ambiguous_account",
    `Several deleted accounts were called "${named}". Use the UUID: weir account deleted lists them.`,
  );
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError("Give a whole number above 0.");
}

export const accountDeletionCommands = { delete: remove, "cancel-deletion": cancel, deleted, audit };
