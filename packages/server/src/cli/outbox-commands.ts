import type { CallAnswer } from "@weir/protocol/manage/calls";
import { retriedAtOnceMax } from "@weir/protocol/manage/outbox-routes";
import { apiCommand } from "./derived/api-command.ts";
import { recordListCommand } from "./derived/record-list-command.ts";
import { exampleUuid } from "./example.ts";
import { messageToText } from "./message-output.ts";
import { printable } from "./output.ts";
import {
  addAnswer,
  describeSource,
  failForUnknown,
  findRecords,
  parseId,
  parseIds,
  type RecordOptions,
  takeAccount,
} from "./records.ts";

const list = recordListCommand({
  route: "listMessages",
  description: "List webhooks, emails and MQTT messages sent by chains, newest first, with their state.",
  options: ["state", "kind", "device", "sensor", "chain", "node"],
  columns: {
    ID: ({ id }) => String(id),
    STATE: ({ state }) => state,
    CREATED: ({ created_at }) => created_at,
    KIND: ({ message }) => message.kind,
    TO: ({ destination }) => printable(destination),
    TRIES: ({ tries }) => String(tries),
    SENSOR: describeSource,
    REASON: ({ held_because, last_error }) => printable(held_because ?? last_error ?? "-"),
  },
  none: (filter) =>
    Object.values(filter).some((value) => value !== undefined)
      ? "No matching messages."
      : "No messages yet. To send messages from a chain, see: weir chain nodes webhook (or email, mqtt)",
  examples: [
    "weir outbox list",
    "weir outbox list --chain Climate --kind webhook",
    `weir outbox list --device ${exampleUuid} --state dead --json | jq '.[].last_error'`,
  ],
});

const show = apiCommand({
  description: "Show a message in the outbox. Parts of its headers and URL that may be secret are left out.",
  take: (command) =>
    takeAccount(command.argument("<id>", "Id of the message, as weir outbox list shows it", parseId)),
  examples: ["weir outbox show 42"],
  async call(api, [id]: [number], options: RecordOptions) {
    await api.awaitAccepted();
    const account = await api.accountOf({ message: id }, options.account);
    return { account, message: await api.call("showMessage", { params: { account: account.uuid, id } }) };
  },
  json: ({ message }) => message,
  text: ({ account, message }) => messageToText(message, account),
});

type Retried = CallAnswer<"retryMessages">;

const retry = apiCommand({
  description:
    "Queue dead or delivered messages to be sent again, with a full set of attempts. They keep their " +
    "idempotency keys, so receivers can recognize repeats.",
  take: (command) =>
    takeAccount(
      command.argument("<ids...>", "Ids of the messages, as weir outbox list shows them", parseIds),
    ),
  examples: ["weir outbox retry 42", "weir outbox retry 42 43 44"],
  /** One account after another, as many ids at once as the API takes. */
  async call(api, [named]: [number[]], options: RecordOptions) {
    await api.awaitAccepted();
    const { idsOf, unknownIds } = await findRecords(api, "message", named, options.account);
    const done: Retried = { retried: [], waiting: [], unknown_ids: [...unknownIds], messages: [] };
    for (const [account, ids] of idsOf) {
      for (let start = 0; start < ids.length; start += retriedAtOnceMax) {
        const body = { ids: ids.slice(start, start + retriedAtOnceMax) };
        addAnswer(done, await api.call("retryMessages", { params: { account }, body }));
      }
    }
    return done;
  },
  text: ({ messages, retried }) =>
    messages.map((message) => retriedToText(message, retried.includes(message.id))).join("\n"),
  check: (done) => failForUnknown("message", done.unknown_ids),
});

function retriedToText(
  { id, message, destination }: Retried["messages"][number],
  isRetried: boolean,
): string {
  const named = `${message.kind} ${id} to ${printable(destination)}`;
  return isRetried ? `The ${named} will be sent again.` : `The ${named} is already waiting to be sent.`;
}

export const outboxCommands = { list, show, retry };
