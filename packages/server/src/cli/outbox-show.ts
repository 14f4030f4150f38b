import type { Command } from "commander";
import type { AccountName, ItemOf } from "./client/api-client.ts";
import { takeApiOptions, withApi } from "./client/connect.ts";
import { showExamples } from "./example.ts";
import { print, printable, printJson } from "./output.ts";
import { describeChain, describeSource, parseId, type RecordOptions, takeAccount } from "./records.ts";
import { formatFields } from "./table.ts";

export function defineOutboxShow(command: Command): void {
  command.description("Show a message of the outbox. What may be secret in its headers and URL is left out.");
  command.argument("<id>", "Id of the message, as weir outbox list shows it", parseId);
  takeApiOptions(takeAccount(command));
  showExamples(command, "weir outbox show 42");
  command.action(async (id: number, options: RecordOptions) => {
    const { account, message } = await withApi(command, async (api) => {
      await api.awaitAccepted();
      const found = await api.accountOf({ message: id }, options.account);
      const params = { account: found.uuid, id };
      return { account: found, message: await api.call("showMessage", { params }) };
    });
    if (options.json) printJson(message);
    else print(messageToText(message, account));
  });
}

type Message = ItemOf<"listMessages">;

function messageToText(message: Message, account: AccountName): string {
  return formatFields([
    ["Message", String(message.id)],
    ["State", message.state],
    ["Key", message.key],
    ["Account", printable(account.name)],
    ["Sensor", describeSource(message)],
    ["Chain", `${describeChain(message)}, node ${printable(message.node)}`],
    ["Created", message.created_at],
    ["Tries", String(message.tries)],
    message.state === "waiting"
      ? ["Next try", message.next_try_at ?? "-"]
      : ["Settled", message.settled_at ?? "-"],
    ...(message.held_because === null ? [] : [["Held", printable(message.held_because)] as const]),
    ["Last error", printable(message.last_error ?? "-")],
    ["Kind", message.message.kind],
    ...contentFields(message.message),
  ]);
}

function contentFields(content: Message["message"]): (readonly [string, string])[] {
  switch (content.kind) {
    case "webhook":
      return [
        ["URL", printable(content.url)],
        ...Object.entries(content.headers).map(
          ([name, value]) => ["Header", printable(`${name}: ${value}`)] as const,
        ),
        ["Signed with", `secret ${printable(content.secret)}`],
        ["Body", printable(content.body ?? "-")],
      ];
    case "mail":
      return [
        ["To", printable(content.to.join(", "))],
        ["Subject", printable(content.subject ?? "-")],
        ["Text", printable(content.text ?? "-")],
      ];
    case "mqtt":
      return [
        ["Broker", printable(content.url)],
        ["User", printable(content.username ?? "-")],
        ["Password", content.password_secret === null ? "-" : `secret ${printable(content.password_secret)}`],
        ["Topic", printable(content.topic ?? "-")],
        ["QoS", `${content.qos}${content.retain ? ", retained" : ""}`],
        ["Payload", printable(content.payload ?? "-")],
      ];
  }
}
