import type { ChannelProblem } from "@weir/protocol/channel-problems";
import { channel } from "@weir/protocol/resources/channel";
import type { AccountOptions } from "./account-options.ts";
import { loaded } from "./command-tree.ts";
import { askFirst, type ConfirmOptions, takeYes } from "./confirm.ts";
import { apiCommand } from "./derived/api-command.ts";
import { fieldsFromFile } from "./derived/field-source.ts";
import { namedThing } from "./derived/named-thing.ts";
import { resourceCommands } from "./derived/resource-commands.ts";
import { CommandFailure } from "./failure.ts";
import { printable } from "./output.ts";

const named = namedThing(channel);

const problemWords: Record<ChannelProblem, string> = {
  no_mail_server: "the server sends no mail",
  not_confirmed: "the address is not confirmed",
  declined: "the address declined",
};

const { list, create, update } = resourceCommands(channel, {
  example: "Ops",
  without: ["show", "delete"],
  list: {
    description: "List the channels of an account. Channels that people have for themselves are not listed.",
    columns: {
      CHANNEL: ({ name }) => printable(name),
      KIND: ({ kind }) => kind,
      TO: ({ address }) => printable(address),
      WORKS: ({ problem }) => (problem === null ? "yes" : `no: ${problemWords[problem]}`),
      "QUIET HOURS": ({ quiet_hours: quiet }) => (quiet === null ? "-" : `${quiet.from} to ${quiet.to}`),
      UUID: ({ uuid }) => uuid,
    },
  },
  create: {
    description:
      "Create a channel of the account from a JSON file with the fields of the API. URLs and tokens are in the file, so that no list of commands shows them.",
    from: fieldsFromFile("JSON file with name and target"),
    examples: ["weir channel create ops.json", "weir channel create - < ops.json"],
    text: ({ name, uuid, problem }) =>
      [
        `Created channel ${printable(name)} (${uuid}). Try it: weir channel test ${uuid}`,
        ...(problem === null ? [] : [`Nothing reaches it yet: ${problemWords[problem]}.`]),
      ].join("\n"),
  },
  update: {
    description:
      "Change a channel by a JSON file with `name`, `quiet_hours` or both. What the file does not have stays as it is. To change the target, create another channel.",
    from: fieldsFromFile(),
    examples: ["weir channel update Ops quiet.json", "weir channel update Ops - < quiet.json"],
  },
});

const test = apiCommand({
  description: "Send a test message and print what the receiver answered.",
  take: named.take,
  examples: ["weir channel test Ops"],
  async call(api, [name]: [string], { account }: AccountOptions) {
    const tested = await api.call("testChannel", { params: await named.params(api, name, account) });
    if (!tested.delivered) throw new CommandFailure("not_delivered", tested.answer);
    return tested;
  },
  text: ({ answer }) => printable(answer),
});

/** It says which rules have no other channel. */
const remove = apiCommand({
  take: (command) => takeYes(named.take(command)),
  examples: ["weir channel delete Ops"],
  async call(api, [name]: [string], options: AccountOptions & ConfirmOptions) {
    const params = await named.params(api, name, options.account);
    const { only_channel_of: rules } = await api.call("showChannel", { params });
    const silenced = silencedText(rules);
    await askFirst([...silenced, `Delete the channel ${name}?`].join(" "), options);
    await api.call("deleteChannel", { params });
    return { channel: params.channel, deleted: true, rules_that_tell_nobody: rules };
  },
  text: ({ rules_that_tell_nobody: rules }, [name]) =>
    [`Deleted channel ${printable(name)}.`, ...silencedText(rules)].join(" "),
});

function silencedText(rules: readonly string[]): string[] {
  if (rules.length === 0) return [];
  return [`Without it, nobody is told by: ${printable(rules.join(", "))}.`];
}

export const channelCommands = {
  list,
  create,
  update,
  test: loaded("Send a test message to a channel", test),
  delete: loaded("Delete a channel", remove),
};
