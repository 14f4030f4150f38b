import type { ChannelProblem } from "@weir/protocol/channel-problems";
import type { CallInput } from "@weir/protocol/manage/calls";
import type { Command } from "commander";
import type { ApiClient } from "./client/api-client.ts";
import type { ApiOptions } from "./client/connect.ts";
import { takeOneAccount } from "./command-options.ts";
import { askFirst, type ConfirmOptions, takeYes } from "./confirm.ts";
import { apiCommand } from "./derived/api-command.ts";
import { listCommand } from "./derived/list-command.ts";
import { CommandFailure } from "./failure.ts";
import { findNamed } from "./find-named.ts";
import { printable } from "./output.ts";
import { readJsonFile } from "./read-json-file.ts";

interface AccountOptions extends ApiOptions {
  readonly account?: string;
}

const problemWords: Record<ChannelProblem, string> = {
  no_mail_server: "the server sends no mail",
  not_confirmed: "the address is not confirmed",
  declined: "the address declined",
};

const list = listCommand({
  route: "listChannels",
  description: "List the channels of an account. Channels that people have for themselves are not listed.",
  within: "one account",
  columns: {
    CHANNEL: ({ name }) => printable(name),
    KIND: ({ kind }) => kind,
    TO: ({ address }) => printable(address),
    WORKS: ({ problem }) => (problem === null ? "yes" : `no: ${problemWords[problem]}`),
    "QUIET HOURS": ({ quiet_hours: quiet }) => (quiet === null ? "-" : `${quiet.from} to ${quiet.to}`),
    UUID: ({ uuid }) => uuid,
  },
  none: "No channels yet. Create one: weir channel create --help",
  examples: ["weir channel list"],
});

const create = apiCommand({
  description:
    "Create a channel of the account from a JSON file with the fields of the API. URLs and tokens are in the file, so that no list of commands shows them.",
  take: (command) =>
    takeOneAccount(command.argument("<file>", "JSON file with name and target; - for standard input")),
  examples: ["weir channel create ops.json", "weir channel create - < ops.json"],
  needs: { begins: true },
  async call(api, [file]: [string], { account }: AccountOptions) {
    const { uuid } = await api.accountFor(account);
    const body = (await readJsonFile(file)) as CallInput<"createChannel">["body"];
    return api.call("createChannel", { params: { account: uuid }, body });
  },
  text: ({ name, uuid, problem }) =>
    [
      `Created channel ${printable(name)} (${uuid}). Try it: weir channel test ${uuid}`,
      ...(problem === null ? [] : [`Nothing reaches it yet: ${problemWords[problem]}.`]),
    ].join("\n"),
});

const update = apiCommand({
  description:
    "Change a channel by a JSON file with `name`, `quiet_hours` or both. What the file does not have stays as it is. To change the target, create another channel.",
  take: (command) => takeChannel(command).argument("<file>", "JSON file; - for standard input"),
  examples: ["weir channel update Ops quiet.json", "weir channel update Ops - < quiet.json"],
  async call(api, [channel, file]: [string, string], { account }: AccountOptions) {
    const params = await channelParams(api, channel, account);
    const body = (await readJsonFile(file)) as CallInput<"updateChannel">["body"];
    return api.call("updateChannel", { params, body });
  },
  text: ({ name, uuid }) => `Updated channel ${printable(name)} (${uuid}).`,
});

const test = apiCommand({
  description: "Send a test message and print what the receiver answered.",
  take: takeChannel,
  examples: ["weir channel test Ops"],
  async call(api, [channel]: [string], { account }: AccountOptions) {
    const tested = await api.call("testChannel", { params: await channelParams(api, channel, account) });
    if (!tested.delivered) throw new CommandFailure("not_delivered", tested.answer);
    return tested;
  },
  text: ({ answer }) => printable(answer),
});

const remove = apiCommand({
  take: (command) => takeYes(takeChannel(command)),
  examples: ["weir channel delete Ops"],
  async call(api, [channel]: [string], options: AccountOptions & ConfirmOptions) {
    const params = await channelParams(api, channel, options.account);
    const { only_channel_of: rules } = await api.call("showChannel", { params });
    const silenced = silencedText(rules);
    await askFirst([...silenced, `Delete the channel ${channel}?`].join(" "), options);
    await api.call("deleteChannel", { params });
    return { channel: params.channel, deleted: true, rules_that_tell_nobody: rules };
  },
  text: ({ rules_that_tell_nobody: rules }, [channel]) =>
    [`Deleted channel ${printable(channel)}.`, ...silencedText(rules)].join(" "),
});

function silencedText(rules: readonly string[]): string[] {
  if (rules.length === 0) return [];
  return [`Without it, nobody is told by: ${printable(rules.join(", "))}.`];
}

function takeChannel(command: Command): Command {
  return takeOneAccount(command.argument("<channel>", "Name or UUID of the channel"));
}

/** Finds a channel of the account. Names of channels need not be unique. */
async function channelParams(api: ApiClient, channel: string, named: string | undefined) {
  const { uuid: account } = await api.accountFor(named);
  const { items } = await api.call("listChannels", { params: { account } });
  return { account, channel: findNamed(items, channel, "channel").uuid };
}

export const channelCommands = { list, create, update, test, delete: remove };
