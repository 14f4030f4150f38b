import { setImmediate } from "node:timers/promises";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import type { ChainReading } from "@weir/rule-engine/chain-reading";
import {
  compareRuns,
  differencesMax,
  type RunComparison,
  type RunTotals,
} from "@weir/rule-engine/compare-runs";
import { Rehearsal, type RehearsedReading } from "@weir/rule-engine/rehearsal";
import { validateChain } from "@weir/rule-engine/validate-chain";
import type { TrialSubject } from "./chain-trial-subject.ts";
import { type Result, refuse, succeed } from "./manage-error.ts";

/** A reading's way through a chain, as a dry run tells it. */
export interface RehearsedRun {
  readonly reading: ChainReading;
  readonly rehearsed: RehearsedReading;
}

/** How far a trial goes: on a server others wait meanwhile. */
export interface TrialLimits {
  readonly readingsMax?: number;
  readonly isTimeUp?: () => boolean;
}

/**
 * Runs readings through the chain without any effect. State begins empty and goes on from reading to reading; between
 * two of them others work. Where time is up, the runs are fewer than the readings.
 */
export async function rehearseReadings(
  { definition, surroundings }: TrialSubject,
  readings: readonly ChainReading[],
  { isTimeUp = () => false }: Pick<TrialLimits, "isTimeUp"> = {},
): Promise<Result<RehearsedRun[]>> {
  const made = rehearse(surroundings, definition);
  if (!made.ok) return made;
  const runs: RehearsedRun[] = [];
  for (const reading of readings) {
    if (isTimeUp()) break;
    runs.push({ reading, rehearsed: made.value.run(reading) });
    await setImmediate();
  }
  return succeed(runs);
}

export interface TrialComparison extends RunComparison {
  /** Whether it came to the end of the readings. */
  readonly isComplete: boolean;
  /** The time of the last reading that was compared; null where there was none. */
  readonly untilUs: number | null;
}

/** Runs the same readings, page by page, through what is published and through what is tested, and tells the differences. */
export async function compareWithLive(
  { live, definition, surroundings }: TrialSubject,
  pages: Iterable<readonly ChainReading[]>,
  { readingsMax = Number.POSITIVE_INFINITY, isTimeUp = () => false }: TrialLimits = {},
): Promise<Result<TrialComparison>> {
  if (live === null) return refuse("chain_unpublished", "There is no published version to compare with.");
  const before = rehearse(surroundings, live.definition);
  if (!before.ok) return before;
  const after = rehearse(surroundings, definition);
  if (!after.ok) return after;
  let compared = compareRuns([], before.value, after.value);
  let untilUs: number | null = null;
  // Others get their turn after each reading: a chain at its limits takes 40 ms for one, and two chains run here.
  for (const readings of oneByOne(pages)) {
    const room = readingsMax - compared.readings;
    if (room === 0 || isTimeUp()) return succeed({ ...compared, isComplete: false, untilUs });
    const taken = readings.slice(0, room);
    compared = together(compared, compareRuns(taken, before.value, after.value));
    untilUs = taken.at(-1)!.atUs;
    if (taken.length < readings.length) return succeed({ ...compared, isComplete: false, untilUs });
    await setImmediate();
  }
  return succeed({ ...compared, isComplete: true, untilUs });
}

function* oneByOne(pages: Iterable<readonly ChainReading[]>): Generator<readonly ChainReading[]> {
  for (const page of pages) for (const reading of page) yield [reading];
}

function rehearse(
  surroundings: TrialSubject["surroundings"],
  definition: ChainDefinition,
): Result<Rehearsal> {
  const made = Rehearsal.of(definition, surroundings);
  if (made.ok) return succeed(made.rehearsal);
  const problems = validateChain(definition).filter(({ severity }) => severity === "error");
  const message = `The chain cannot run. ${made.problem}`;
  return { ok: false, error: { code: "chain_invalid", message, problems } };
}

function together(one: RunComparison, other: RunComparison): RunComparison {
  const { differingIn } = one;
  return {
    readings: one.readings + other.readings,
    live: sum(one.live, other.live),
    draft: sum(one.draft, other.draft),
    differing: one.differing + other.differing,
    differingIn: {
      outcome: differingIn.outcome + other.differingIn.outcome,
      values: differingIn.values + other.differingIn.values,
      alarms: differingIn.alarms + other.differingIn.alarms,
      messages: differingIn.messages + other.differingIn.messages,
    },
    differences: [...one.differences, ...other.differences].slice(0, differencesMax),
  };
}

function sum(one: RunTotals, other: RunTotals): RunTotals {
  return {
    saved: one.saved + other.saved,
    ended: one.ended + other.ended,
    dead: one.dead + other.dead,
    alarmsRaised: one.alarmsRaised + other.alarmsRaised,
    alarmsCleared: one.alarmsCleared + other.alarmsCleared,
    messages: one.messages + other.messages,
  };
}
