import type { CallAnswer } from "@weir/protocol/manage/calls";
import type { Command } from "commander";
import { withApi } from "./client/connect.ts";
import { changeLetters, choicesOf, type LetterOptions, takeLetterChoice } from "./dead-letter-choice.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { print, printJson } from "./output.ts";
import { failForUnknown } from "./records.ts";

export function defineDeadLetterReplay(command: Command): void {
  command.description(
    "Run dead letters through the chains that apply to their sensors now, oldest first. What fails again is kept as " +
      "a new letter.",
  );
  takeLetterChoice(command);
  showExamples(
    command,
    "weir dead-letter replay 7 8",
    "weir dead-letter replay --all",
    `weir dead-letter replay --all --device ${exampleUuid} --sensor temperature`,
  );
  command.action(async (ids: number[] | undefined, options: LetterOptions) => {
    const choices = choicesOf(ids ?? [], options);
    const done = await withApi(command, (api) =>
      changeLetters(api, "replayDeadLetters", choices, options.account),
    );
    if (options.json) printJson(done);
    else print(toText(done));
    failForUnknown("dead_letter", done.unknown_ids);
  });
}

function toText(done: CallAnswer<"replayDeadLetters">): string {
  const { replayed, saved, already_stored: stored, ended, dead, skipped } = done;
  if (replayed === 0 && skipped === 0) return "Nothing to replay.";
  const parts = [
    `${saved} saved`,
    ...(stored > 0 ? [`${stored} already stored`] : []),
    ...(ended > 0 ? [`${ended} ended unsaved`] : []),
    ...(dead > 0 ? [`${dead} failed again (weir dead-letter list)`] : []),
  ];
  const left =
    skipped === 0
      ? ""
      : ` ${skipped} could not be replayed: the sensor is gone, or the bytes cannot be read.`;
  return `Replayed ${replayed}: ${parts.join(", ")}.${left}`;
}
