import type { Command } from "commander";
import { withApi } from "./client/connect.ts";
import { confirm } from "./confirm.ts";
import {
  changeLetters,
  choicesOf,
  isFiltered,
  type LetterOptions,
  takeLetterChoice,
} from "./dead-letter-choice.ts";
import { showExamples } from "./example.ts";
import { CommandFailure } from "./failure.ts";
import { print, printJson } from "./output.ts";
import { failForUnknown } from "./records.ts";

interface DiscardOptions extends LetterOptions {
  readonly yes?: true;
}

export function defineDeadLetterDiscard(command: Command): void {
  command.description("Delete dead letters for good. Their readings stay counted among the dead.");
  takeLetterChoice(command).option("-y, --yes", "Do not ask (only a terminal is asked, never a script)");
  showExamples(command, "weir dead-letter discard 7 8", "weir dead-letter discard --all --chain Default");
  command.action(async (ids: number[] | undefined, options: DiscardOptions) => {
    const choices = choicesOf(ids ?? [], options);
    if (process.stdin.isTTY && !options.yes && !options.json) await askFirst(ids ?? [], options);
    const done = await withApi(command, (api) =>
      changeLetters(api, "discardDeadLetters", choices, options.account),
    );
    if (options.json) printJson(done);
    else print(done.discarded === 0 ? "Nothing was discarded." : `Discarded ${named(done.discarded)}.`);
    failForUnknown("dead_letter", done.unknown_ids);
  });
}

async function askFirst(ids: readonly number[], options: DiscardOptions): Promise<void> {
  const all = isFiltered(options) ? "all of these dead letters" : "all dead letters";
  if (await confirm(`Discard ${ids.length > 0 ? named(ids.length) : all} for good?`)) return;
  throw new CommandFailure("cancelled", "Nothing was discarded.");
}

function named(count: number): string {
  return `${count} dead letter${count === 1 ? "" : "s"}`;
}
