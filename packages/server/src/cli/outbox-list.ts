import { recordListCommand } from "./derived/record-list-command.ts";
import { exampleUuid } from "./example.ts";
import { printable } from "./output.ts";
import { describeSource } from "./records.ts";

export const defineOutboxList = recordListCommand({
  route: "listMessages",
  description:
    "List webhooks, mails and MQTT messages that chains have sent, the newest first, and what became of them.",
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
      ? "No such messages."
      : "No messages. Chains send them: weir chain nodes webhook, email or mqtt tells how.",
  examples: [
    "weir outbox list",
    "weir outbox list --chain Climate --kind webhook",
    `weir outbox list --device ${exampleUuid} --state dead --json | jq '.[].last_error'`,
  ],
});
