import type { Command } from "commander";
import { findMessage } from "../manage/messages/outbox-messages.ts";
import { effectiveConfig } from "./command-options.ts";
import { showExamples } from "./example.ts";
import { messageToJson, messageToText } from "./outbox-output.ts";
import { readOutbox, unknownMessage } from "./outbox-scope.ts";
import { print, printJson } from "./output.ts";
import { parseId, type RecordOptions, takeRecordOptions } from "./record-scope.ts";

export function defineOutboxShow(command: Command): void {
  command.description("Show a message of the outbox. What may be secret in its headers and URL is left out.");
  command.argument("<id>", "Id of the message, as weir outbox list shows it", parseId);
  takeRecordOptions(command);
  showExamples(command, "weir outbox show 42");
  command.action(async (id: number, options: RecordOptions) => {
    const { config } = effectiveConfig(command);
    const message = await readOutbox(config, options, async (reader) => findMessage(reader, id));
    if (message === null) throw unknownMessage([id]);
    if (options.json) printJson(messageToJson(message));
    else print(messageToText(message));
  });
}
