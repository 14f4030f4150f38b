import type { Command } from "commander";
import { deadLetterToJson } from "../manage/dead-letters/dead-letter-json.ts";
import { findDeadLetter } from "../manage/dead-letters/dead-letters.ts";
import { effectiveConfig } from "./command-options.ts";
import { letterToText } from "./dead-letter-output.ts";
import { showExamples } from "./example.ts";
import { CommandFailure } from "./failure.ts";
import { print, printJson } from "./output.ts";
import { originToJson } from "./record-output.ts";
import { parseId, type RecordOptions, readRecords, takeRecordOptions } from "./record-scope.ts";

export function defineDeadLetterShow(command: Command): void {
  command.argument("<id>", "Id of the letter, as weir dead-letter list shows it", parseId);
  takeRecordOptions(command);
  showExamples(command, "weir dead-letter show 7");
  command.action(async (id: number, options: RecordOptions) => {
    const { config } = effectiveConfig(command);
    const letter = await readRecords(config, options, async (reader) => findDeadLetter(reader, id));
    if (letter === null) throw new CommandFailure("unknown_dead_letter", `There is no dead letter ${id}.`);
    if (options.json) printJson(deadLetterToJson(letter, originToJson));
    else print(letterToText(letter));
  });
}
