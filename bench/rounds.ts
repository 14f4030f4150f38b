import { untilMachineIsFree } from "./machine.ts";
import type { Bench, Measurement } from "./measure.ts";
import { otherCoresMax } from "./other-work.ts";
import { median, type ScenarioContext } from "./scenarios/scenario.ts";

const attemptsMax = 3;
const warmUpSeconds = 2;

export interface Contestant {
  /** The name in the output. It is the name of the system, unless several contestants are the same system. */
  readonly label: string;
  readonly bench: Bench;
}

/** Measurements by label. */
type Round = ReadonlyMap<string, Measurement>;

export interface Rounds {
  readonly rounds: readonly Round[];
  /** Rounds in which some run shared the machine with other work at every attempt. */
  readonly disturbedRounds: number;
}

/**
 * Runs the contestants one after another. Every round begins with another contestant, so that changes on the
 * machine over time affect all of them. The first seconds of each run are not measured, because compilers are
 * still at work.
 *
 * If one run of a round was disturbed, the whole round is repeated. Repeating only that run would compare a
 * system that had the machine to itself with one that had to share it.
 */
export async function runRounds(
  context: ScenarioContext,
  contestants: readonly Contestant[],
): Promise<Rounds> {
  for (const { bench } of contestants) await bench.loadFor(warmUpSeconds);
  const rounds: Round[] = [];
  for (let number = 1; number <= context.rounds; number++) {
    const first = (number - 1) % contestants.length;
    const order = [...contestants.slice(first), ...contestants.slice(0, first)];
    rounds.push(await leastDisturbedRound(context, order, number));
  }
  return { rounds, disturbedRounds: countDisturbed(rounds) };
}

interface FreshContestant {
  readonly label: string;
  /** Starts its system, which is stopped after one run. */
  readonly start: () => Promise<Bench>;
}

/** The same for systems that are too busy when idle to run beside each other: each is started for its run alone. */
export async function runFreshRounds(
  context: ScenarioContext,
  contestants: readonly FreshContestant[],
): Promise<Rounds> {
  const rounds: Round[] = [];
  for (let number = 1; number <= context.rounds; number++) {
    const round = new Map<string, Measurement>();
    for (const { label, start } of contestants) {
      await untilMachineIsFree();
      const bench = await start();
      await bench.loadFor(warmUpSeconds);
      const measurement = await bench.measure(number, context.seconds);
      await bench.system.stop();
      context.say(describe(label, measurement));
      round.set(label, measurement);
    }
    rounds.push(round);
  }
  return { rounds, disturbedRounds: countDisturbed(rounds) };
}

function countDisturbed(rounds: readonly Round[]): number {
  return rounds.filter((round) => disturbance(round) > otherCoresMax).length;
}

async function leastDisturbedRound(
  context: ScenarioContext,
  contestants: readonly Contestant[],
  number: number,
): Promise<Round> {
  let best = await runRound(context, contestants, number);
  for (let attempt = 2; attempt <= attemptsMax && disturbance(best) > otherCoresMax; attempt++) {
    context.say(`  round ${number} was disturbed and is repeated`);
    const again = await runRound(context, contestants, number);
    if (disturbance(again) < disturbance(best)) best = again;
  }
  return best;
}

async function runRound(
  context: ScenarioContext,
  contestants: readonly Contestant[],
  number: number,
): Promise<Round> {
  const round = new Map<string, Measurement>();
  for (const { label, bench } of contestants) {
    await untilMachineIsFree();
    const measurement = await bench.measure(number, context.seconds);
    context.say(describe(label, measurement));
    round.set(label, measurement);
  }
  return round;
}

/** Cores that others used during the most disturbed run. */
function disturbance(round: Round): number {
  return Math.max(...[...round.values()].map(({ otherCores }) => otherCores));
}

function describe(label: string, measurement: Measurement): string {
  const { round, readingsPerSecond, cpuUsPerReading, cpuUsByPart, p50Ms, p99Ms } = measurement;
  const parts = Object.entries(cpuUsByPart).filter(([, us]) => us > 0);
  const split =
    parts.length < 2 ? "" : ` (${parts.map(([part, us]) => `${part} ${us.toFixed(2)}`).join(", ")})`;
  return [
    `  round ${round}  ${label.padEnd(16)}`,
    `${Math.round(readingsPerSecond).toLocaleString("en").padStart(9)} readings/s`,
    `${cpuUsPerReading.toFixed(2).padStart(7)} us CPU a reading${split}`,
    `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`,
    `drained ${(measurement.drainMs / 1000).toFixed(1)} s after`,
    `others ${measurement.otherCores.toFixed(2)} cores`,
  ].join("  ");
}

type Figure = (measurement: Measurement) => number;

export const rate: Figure = ({ readingsPerSecond }) => readingsPerSecond;
export const cpu: Figure = ({ cpuUsPerReading }) => cpuUsPerReading;
export const rss: Figure = ({ rssMb }) => rssMb;
/** CPU per reading of one part of the system. */
export const cpuOfPart =
  (part: string): Figure =>
  ({ cpuUsByPart }) =>
    cpuUsByPart[part] ?? 0;

/** The median over the rounds of the ratio within a round. */
export function ratio({ rounds }: Rounds, figure: Figure, label: string, toLabel: string): number {
  return median(rounds.map((round) => figure(round.get(label)!) / figure(round.get(toLabel)!)));
}

export function medianOf({ rounds }: Rounds, figure: Figure, label: string): number {
  return median(rounds.map((round) => figure(round.get(label)!)));
}

/** All measurements, for the JSON file. */
export function roundDetails({ rounds, disturbedRounds }: Rounds): unknown {
  return { disturbedRounds, rounds: rounds.map((round) => Object.fromEntries(round)) };
}
