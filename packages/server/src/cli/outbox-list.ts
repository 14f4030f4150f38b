import { type Command, Option } from "commander";
import { listMessages, type OutboxState, outboxStates } from "../manage/outbox-messages.ts";
import { effectiveConfig } from "./command-options.ts";
import { showExamples } from "./example.ts";
import { messagesToTable, messageToJson } from "./outbox-output.ts";
import { readOutbox } from "./outbox-scope.ts";
import { print, printJson } from "./output.ts";
import {
  continuation,
  type PagingOptions,
  type RecordOptions,
  takePaging,
  takeRecordOptions,
} from "./record-scope.ts";

interface ListOptions extends RecordOptions, PagingOptions {
  readonly state?: OutboxState;
}

export function defineOutboxList(command: Command): void {
  command.description(
    "List webhooks, mails and MQTT messages that chains have sent, the newest first, and what became of them.",
  );
  command.addOption(new Option("--state <state>", "Only those in this state").choices(outboxStates));
  takeRecordOptions(takePaging(command));
  showExamples(command, "weir outbox list", "weir outbox list --state dead --json | jq '.[].last_error'");
  command.action(async (options: ListOptions) => {
    const { config } = effectiveConfig(command);
    const { state, limit, before: beforeId } = options;
    const messages = await readOutbox(config, options, async (reader) =>
      listMessages(reader, { state, limit, beforeId }),
    );
    if (options.json) printJson(messages.map(messageToJson));
    else if (messages.length === 0) print(noMessages(state));
    else print([messagesToTable(messages), ...continuation(messages, limit)].join("\n"));
  });
}

function noMessages(state: OutboxState | undefined): string {
  if (state !== undefined) return `No ${state} messages.`;
  return "No messages. Chains send them: weir chain nodes webhook, email or mqtt tells how.";
}
