import type { CallInput } from "@weir/protocol/manage/calls";
import type { Command } from "commander";
import type { ApiClient } from "./client/api-client.ts";
import type { ApiOptions } from "./client/connect.ts";
import { takeOneAccount } from "./command-options.ts";
import { askFirst, type ConfirmOptions, takeYes } from "./confirm.ts";
import { apiCommand } from "./derived/api-command.ts";
import { listCommand } from "./derived/list-command.ts";
import { findNamed } from "./find-named.ts";
import { printable } from "./output.ts";
import { readJsonFile } from "./read-json-file.ts";

interface AccountOptions extends ApiOptions {
  readonly account?: string;
}

const named = (channels: readonly { readonly name: string }[]) =>
  printable(channels.map(({ name }) => name).join(", ")) || "nobody";

const nobodyTold = " It tells nobody: nothing reaches its channels (weir channel list).";

const list = listCommand({
  route: "listNotificationRules",
  description:
    "List the notification rules of an account. Rules that people have for themselves are not listed.",
  within: "one account",
  columns: {
    RULE: ({ name }) => printable(name),
    ALARMS: ({ min_severity: least }) => `${least} and above`,
    GROUP: ({ group }) => printable(group ?? "-"),
    CHANNELS: ({ channels }) => named(channels),
    ESCALATION: ({ escalation }) =>
      escalation === null ? "-" : `after ${escalation.after_minutes} min: ${named(escalation.channels)}`,
    WORKS: ({ tells_nobody }) => (tells_nobody ? "no: tells nobody" : "yes"),
    UUID: ({ uuid }) => uuid,
  },
  none: "No notification rules yet. Create one: weir notification-rule create --help",
  examples: ["weir notification-rule list"],
});

const create = apiCommand({
  description:
    "Create a notification rule of the account from a JSON file with the fields of the API. Channels are named by UUID.",
  take: (command) =>
    takeOneAccount(command.argument("<file>", "JSON file with name and channels; - for standard input")),
  examples: ["weir notification-rule create rule.json"],
  needs: { begins: true },
  async call(api, [file]: [string], { account }: AccountOptions) {
    const { uuid } = await api.accountFor(account);
    const body = (await readJsonFile(file)) as CallInput<"createNotificationRule">["body"];
    return api.call("createNotificationRule", { params: { account: uuid }, body });
  },
  text: ({ name, uuid, tells_nobody }) =>
    `Created notification rule ${printable(name)} (${uuid}).${tells_nobody ? nobodyTold : ""}`,
});

const update = apiCommand({
  description:
    "Change a notification rule by a JSON file. What the file does not have stays as it is; `channels` replaces all channels. Messages that wait already stay as they are.",
  take: (command) => takeRule(command).argument("<file>", "JSON file; - for standard input"),
  examples: ['weir notification-rule update "Critical at night" rule.json'],
  async call(api, [rule, file]: [string, string], { account }: AccountOptions) {
    const params = await ruleParams(api, rule, account);
    const body = (await readJsonFile(file)) as CallInput<"updateNotificationRule">["body"];
    return api.call("updateNotificationRule", { params, body });
  },
  text: ({ name, uuid, tells_nobody }) =>
    `Updated notification rule ${printable(name)} (${uuid}).${tells_nobody ? nobodyTold : ""}`,
});

const remove = apiCommand({
  take: (command) => takeYes(takeRule(command)),
  examples: ['weir notification-rule delete "Critical at night"'],
  async call(api, [rule]: [string], options: AccountOptions & ConfirmOptions) {
    const params = await ruleParams(api, rule, options.account);
    await askFirst(`Delete the notification rule ${rule}?`, options);
    await api.call("deleteNotificationRule", { params });
    return { rule: params.rule, deleted: true };
  },
  text: (_, [rule]) => `Deleted notification rule ${rule}.`,
});

function takeRule(command: Command): Command {
  return takeOneAccount(command.argument("<rule>", "Name or UUID of the notification rule"));
}

/** Finds a rule of the account. Names of rules need not be unique. */
async function ruleParams(api: ApiClient, rule: string, accountName: string | undefined) {
  const { uuid: account } = await api.accountFor(accountName);
  const { items } = await api.call("listNotificationRules", { params: { account } });
  return { account, rule: findNamed(items, rule, "notification_rule").uuid };
}

export const notificationRuleCommands = { list, create, update, delete: remove };
