import type { Command } from "commander";
import { type MessageRetry, type OutboxWriter, retryMessage } from "../manage/messages/outbox-messages.ts";
import { effectiveConfig } from "./command-options.ts";
import { showExamples } from "./example.ts";
import { messageToJson } from "./outbox-output.ts";
import { changeOutbox, unknownMessage } from "./outbox-scope.ts";
import { print, printable, printJson } from "./output.ts";
import { parseIds, type RecordOptions, takeRecordOptions } from "./record-scope.ts";

export function defineOutboxRetry(command: Command): void {
  command.description(
    "Put dead or delivered messages back to wait, with all their tries. They keep their keys, so a receiver that " +
      "has one already can tell.",
  );
  command.argument("<ids...>", "Ids of the messages, as weir outbox list shows them", parseIds);
  takeRecordOptions(command);
  showExamples(command, "weir outbox retry 42", "weir outbox retry 42 43 44");
  command.action(async (ids: number[], options: RecordOptions) => {
    const { config } = effectiveConfig(command);
    const { retries, unknownIds } = await changeOutbox(config, options, (writer) => retryAll(writer, ids));
    if (options.json) {
      const done = retries.map(({ hasChanged, message }) => ({
        changed: hasChanged,
        ...messageToJson(message),
      }));
      printJson(done);
    } else {
      for (const retry of retries) print(toText(retry));
    }
    if (unknownIds.length > 0) throw unknownMessage(unknownIds);
  });
}

async function retryAll(
  writer: OutboxWriter,
  ids: readonly number[],
): Promise<{ retries: MessageRetry[]; unknownIds: number[] }> {
  const retries: MessageRetry[] = [];
  const unknownIds: number[] = [];
  for (const id of new Set(ids)) {
    const retry = await retryMessage(writer, id);
    if (retry === null) unknownIds.push(id);
    else retries.push(retry);
  }
  return { retries, unknownIds };
}

function toText({ hasChanged, message: { id, message, destination } }: MessageRetry): string {
  const named = `${message.kind} ${id} to ${printable(destination)}`;
  return hasChanged ? `The ${named} waits to be sent again.` : `The ${named} waits already.`;
}
