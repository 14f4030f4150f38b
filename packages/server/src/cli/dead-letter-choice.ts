import type { Command } from "commander";
import type { LetterChoice } from "../manage/dead-letters/dead-letters.ts";
import { CommandFailure, usageExit } from "./failure.ts";
import { type NodeFilterOptions, takeNodeFilter } from "./record-filter-options.ts";
import { parseIds } from "./record-scope.ts";

export interface LetterChoiceOptions extends NodeFilterOptions {
  readonly all?: true;
}

export function takeLetterChoice(command: Command): Command {
  command
    .argument("[ids...]", "Ids, as weir dead-letter list shows them", parseIds)
    .option("--all", "All there are now");
  return takeNodeFilter(command);
}

/** Ids, or --all with or without a filter: what is meant must be said. */
export function choiceOf(ids: readonly number[], options: LetterChoiceOptions): LetterChoice {
  const { all, device, sensor, chain, node } = options;
  const isFiltered = [device, sensor, chain, node].some((value) => value !== undefined);
  if (ids.length === 0 && all === undefined) {
    throw new CommandFailure("usage", "Say which: give their ids, or --all.", usageExit);
  }
  if (ids.length > 0 && (all !== undefined || isFiltered)) {
    throw new CommandFailure("usage", "Give either ids, or --all and what to pick from them.", usageExit);
  }
  return ids.length > 0 ? { ids } : { all: { device, sensor, chain, node } };
}

/** Ids that were named and are not there are a failure, after everything else was done. */
export function failForUnknown(unknownIds: readonly number[]): void {
  if (unknownIds.length === 0) return;
  const named = unknownIds.length === 1 ? `letter ${unknownIds[0]}` : `letters ${unknownIds.join(", ")}`;
  throw new CommandFailure("unknown_dead_letter", `There is no dead ${named}.`);
}
