import type { CallAnswer, CallInput } from "@weir/protocol/manage/calls";
import { lettersAtOnceMax } from "@weir/protocol/manage/dead-letter-routes";
import { manageRoutes } from "@weir/protocol/manage/routes";
import type { Command } from "commander";
import type { ApiClient } from "./client/api-client.ts";
import { takeRouteOptions } from "./derived/route-options.ts";
import { CommandFailure, usageExit } from "./failure.ts";
import { parseIds, type RecordOptions, takeAccount } from "./records.ts";

export const letterFilter = ["device", "sensor", "chain", "node"] as const;

export interface LetterOptions extends RecordOptions {
  readonly all?: true;
  readonly node?: string;
}

type LetterChoice = CallInput<"replayDeadLetters">["body"];

export function takeLetterChoice(command: Command): Command {
  command
    .argument("[ids...]", "Ids, as weir dead-letter list shows them", parseIds)
    .option("--all", "All dead letters");
  takeRouteOptions(command, manageRoutes.listDeadLetters, letterFilter);
  return takeAccount(command);
}

export function isFiltered(options: LetterOptions): boolean {
  return letterFilter.some((name) => options[name] !== undefined);
}

/**
 * Ids, or --all with or without a filter: the choice must be explicit. Ids are split into as many as the API takes at
 * once.
 */
export function choicesOf(ids: readonly number[], options: LetterOptions): LetterChoice[] {
  const { all, device, sensor, chain, node } = options;
  if (ids.length === 0 && all === undefined) {
    throw new CommandFailure("usage", "Give the ids of dead letters, or --all.", usageExit);
  }
  if (ids.length > 0 && (all !== undefined || isFiltered(options))) {
    throw new CommandFailure("usage", "Give either ids, or --all with filters.", usageExit);
  }
  if (ids.length === 0) return [{ all: { device, sensor, chain, node } }];
  const unique = [...new Set(ids)];
  const portions = Math.ceil(unique.length / lettersAtOnceMax);
  return Array.from({ length: portions }, (_, nth) => ({
    ids: unique.slice(nth * lettersAtOnceMax, (nth + 1) * lettersAtOnceMax),
  }));
}

type ChangeRoute = "replayDeadLetters" | "discardDeadLetters";

/** The operator's route for each change, for dead letters of any account. */
const ofAny = {
  replayDeadLetters: "replayAnyDeadLetters",
  discardDeadLetters: "discardAnyDeadLetters",
} as const;

/** Calls until nothing of the choice remains, and adds up the answers. */
export async function changeLetters<Name extends ChangeRoute>(
  api: ApiClient,
  route: Name,
  choices: readonly LetterChoice[],
  named: string | undefined,
): Promise<CallAnswer<Name>> {
  await api.awaitAccepted();
  const isAny = api.isOperator && named === undefined;
  const params = isAny ? {} : { account: (await api.accountFor(named)).uuid };
  const called: ChangeRoute | (typeof ofAny)[ChangeRoute] = isAny ? ofAny[route] : route;
  const call = (body: LetterChoice) => api.call(called, { params, body });
  const answers: CallAnswer<ChangeRoute>[] = [];
  for (const choice of choices) {
    const first = await call(choice);
    answers.push(first);
    for (let { remaining } = first; remaining > 0; ) {
      const next = await call({ ...choice, up_to_id: first.up_to_id! });
      // Those that are done no longer exist.
      answers.push({ ...next, unknown_ids: [] });
      remaining = next.remaining;
    }
  }
  return answers.reduce(together) as CallAnswer<Name>;
}

const notCounts = ["unknown_ids", "remaining", "up_to_id"];

/** Everything else in the answers is a count. */
function together(one: CallAnswer<ChangeRoute>, next: CallAnswer<ChangeRoute>): CallAnswer<ChangeRoute> {
  const before = one as unknown as Record<string, number>;
  const counts = Object.entries(next).filter(([key]) => !notCounts.includes(key)) as [string, number][];
  const sums = Object.fromEntries(counts.map(([key, count]) => [key, before[key]! + count]));
  return { ...next, ...sums, unknown_ids: [...one.unknown_ids, ...next.unknown_ids] };
}
