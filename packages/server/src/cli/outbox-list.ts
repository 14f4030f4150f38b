import { type Command, Option } from "commander";
import {
  listMessages,
  type MessageKind,
  messageKinds,
  type OutboxState,
  outboxStates,
} from "../manage/messages/outbox-messages.ts";
import { effectiveConfig } from "./command-options.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";
import { messagesToTable, messageToJson } from "./outbox-output.ts";
import { readOutbox } from "./outbox-scope.ts";
import { print, printJson } from "./output.ts";
import { type NodeFilterOptions, takeNodeFilter } from "./record-filter-options.ts";
import {
  continuation,
  type PagingOptions,
  type RecordOptions,
  takePaging,
  takeRecordOptions,
} from "./record-scope.ts";

interface ListOptions extends RecordOptions, PagingOptions, NodeFilterOptions {
  readonly state?: OutboxState;
  readonly kind?: MessageKind;
}

export function defineOutboxList(command: Command): void {
  command.description(
    "List webhooks, mails and MQTT messages that chains have sent, the newest first, and what became of them.",
  );
  command
    .addOption(new Option("--state <state>", "Only those in this state").choices(outboxStates))
    .addOption(new Option("--kind <kind>", "Only those of this kind").choices(messageKinds));
  takeRecordOptions(takePaging(takeNodeFilter(command)));
  showExamples(
    command,
    "weir outbox list",
    "weir outbox list --chain Climate --kind webhook",
    `weir outbox list --device ${exampleUuid} --state dead --json | jq '.[].last_error'`,
  );
  command.action(async (options: ListOptions) => {
    const { config } = effectiveConfig(command);
    const { state, kind, device, sensor, chain, node, limit, before: beforeId } = options;
    const filter = { state, kind, device, sensor, chain, node };
    const messages = await readOutbox(config, options, async (reader) =>
      valueOrFail(await listMessages(reader, { ...filter, limit, beforeId })),
    );
    if (options.json) printJson(messages.map(messageToJson));
    else if (messages.length > 0)
      print([messagesToTable(messages), ...continuation(messages, limit)].join("\n"));
    else print(Object.values(filter).some((value) => value !== undefined) ? "No such messages." : noMessages);
  });
}

const noMessages = "No messages. Chains send them: weir chain nodes webhook, email or mqtt tells how.";
