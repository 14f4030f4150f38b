import type { Command } from "commander";
import {
  type Discarded,
  discardDeadLetters,
  type LetterChoice,
} from "../manage/dead-letters/dead-letters.ts";
import { effectiveConfig } from "./command-options.ts";
import { confirm } from "./confirm.ts";
import {
  choiceOf,
  failForUnknown,
  type LetterChoiceOptions,
  takeLetterChoice,
} from "./dead-letter-choice.ts";
import { showExamples } from "./example.ts";
import { CommandFailure, valueOrFail } from "./failure.ts";
import { print, printJson } from "./output.ts";
import { changeRecords, type RecordOptions, takeRecordOptions } from "./record-scope.ts";

interface DiscardOptions extends LetterChoiceOptions, RecordOptions {
  readonly yes?: true;
}

export function defineDeadLetterDiscard(command: Command): void {
  command.description("Delete dead letters for good. Their readings stay counted among the dead.");
  takeLetterChoice(command).option("-y, --yes", "Do not ask (only a terminal is asked, never a script)");
  takeRecordOptions(command);
  showExamples(command, "weir dead-letter discard 7 8", "weir dead-letter discard --all --chain Default");
  command.action(async (ids: number[] | undefined, options: DiscardOptions) => {
    const { config } = effectiveConfig(command);
    const choice = choiceOf(ids ?? [], options);
    if (process.stdin.isTTY && !options.yes && !options.json) await askFirst(choice, options);
    const done = await changeRecords(config, options, async (writer) =>
      valueOrFail(await discardDeadLetters(writer, choice)),
    );
    if (options.json) printJson({ discarded: done.discarded, unknown_ids: done.unknownIds });
    else print(toText(done));
    failForUnknown(done.unknownIds);
  });
}

async function askFirst(
  choice: LetterChoice,
  { device, sensor, chain, node }: DiscardOptions,
): Promise<void> {
  const isFiltered = [device, sensor, chain, node].some((value) => value !== undefined);
  const which =
    "ids" in choice
      ? named(choice.ids.length)
      : isFiltered
        ? "all of these dead letters"
        : "all dead letters";
  if (await confirm(`Discard ${which} for good?`)) return;
  throw new CommandFailure("cancelled", "Nothing was discarded.");
}

function toText({ discarded }: Discarded): string {
  return discarded === 0 ? "Nothing was discarded." : `Discarded ${named(discarded)}.`;
}

function named(count: number): string {
  return `${count} dead letter${count === 1 ? "" : "s"}`;
}
