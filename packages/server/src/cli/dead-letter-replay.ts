import type { Command } from "commander";
import { type Replayed, replayDeadLetters } from "../manage/dead-letters/dead-letters.ts";
import { effectiveConfig } from "./command-options.ts";
import {
  choiceOf,
  failForUnknown,
  type LetterChoiceOptions,
  takeLetterChoice,
} from "./dead-letter-choice.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";
import { print, printJson } from "./output.ts";
import { changeRecords, type RecordOptions, takeRecordOptions } from "./record-scope.ts";

export function defineDeadLetterReplay(command: Command): void {
  command.description(
    "Run dead letters through the chains that apply to their sensors now, oldest first. What fails again is kept as " +
      "a new letter.",
  );
  takeRecordOptions(takeLetterChoice(command));
  showExamples(
    command,
    "weir dead-letter replay 7 8",
    "weir dead-letter replay --all",
    `weir dead-letter replay --all --device ${exampleUuid} --sensor temperature`,
  );
  command.action(async (ids: number[] | undefined, options: LetterChoiceOptions & RecordOptions) => {
    const { config } = effectiveConfig(command);
    const choice = choiceOf(ids ?? [], options);
    const done = await changeRecords(config, options, async (writer) =>
      valueOrFail(await replayDeadLetters(writer, choice)),
    );
    if (options.json) printJson(toJson(done));
    else print(toText(done));
    failForUnknown(done.unknownIds);
  });
}

function toText({ replayed, saved, alreadyStored, ended, dead, skipped }: Replayed): string {
  if (replayed === 0 && skipped === 0) return "Nothing to replay.";
  const parts = [
    `${saved} saved`,
    ...(alreadyStored > 0 ? [`${alreadyStored} already stored`] : []),
    ...(ended > 0 ? [`${ended} ended unsaved`] : []),
    ...(dead > 0 ? [`${dead} failed again (weir dead-letter list)`] : []),
  ];
  const left =
    skipped === 0
      ? ""
      : ` ${skipped} could not be replayed: the sensor is gone, or the bytes cannot be read.`;
  return `Replayed ${replayed}: ${parts.join(", ")}.${left}`;
}

function toJson({ replayed, saved, alreadyStored, ended, dead, skipped, unknownIds }: Replayed) {
  return { replayed, saved, already_stored: alreadyStored, ended, dead, skipped, unknown_ids: unknownIds };
}
