import { untilMachineIsFree } from "./machine.ts";
import type { Bench, Measurement } from "./measure.ts";
import { median, type ScenarioContext } from "./scenarios/scenario.ts";

/** A run during which others used more of the machine than this is repeated. */
const otherCoresMax = 0.25;
const attemptsMax = 3;
const warmUpSeconds = 2;

export interface Contestant {
  /** How it is called in the output; the name of its system unless several of them are one system. */
  readonly label: string;
  readonly bench: Bench;
}

/** Measurements by label, one a round. */
export type Rounds = ReadonlyMap<string, readonly Measurement[]>;

/**
 * Runs the contestants one after another, in every round beginning with another one, so that what changes on the
 * machine over time meets all of them. The first seconds of each are not measured: compilers are still at work.
 */
export async function runRounds(
  context: ScenarioContext,
  contestants: readonly Contestant[],
): Promise<Rounds> {
  for (const { bench } of contestants) await bench.loadFor(warmUpSeconds);
  const rounds = new Map<string, Measurement[]>(contestants.map(({ label }) => [label, []]));
  for (let round = 0; round < context.rounds; round++) {
    for (let place = 0; place < contestants.length; place++) {
      const contestant = contestants[(round + place) % contestants.length]!;
      const measurement = await measureUndisturbed(context, contestant, round + 1);
      rounds.get(contestant.label)!.push(measurement);
    }
  }
  return rounds;
}

/** Of runs that were all disturbed, the least disturbed one counts. */
async function measureUndisturbed(
  context: ScenarioContext,
  { label, bench }: Contestant,
  round: number,
): Promise<Measurement> {
  let best: Measurement | null = null;
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    await untilMachineIsFree();
    const measurement = await bench.measure(round, context.seconds);
    context.say(describe(label, measurement) + (isDisturbed(measurement) ? "  disturbed" : ""));
    if (best === null || measurement.otherCores < best.otherCores) best = measurement;
    if (!isDisturbed(best)) break;
  }
  if (best === null) throw new Error("There was no attempt.");
  context.tally.measured++;
  if (isDisturbed(best)) context.tally.disturbed++;
  return best;
}

/** Others used so much of the machine that the figures say little. */
function isDisturbed({ otherCores }: Measurement): boolean {
  return otherCores > otherCoresMax;
}

function describe(label: string, measurement: Measurement): string {
  const { round, readingsPerSecond, cpuUsPerReading, serverCpuUsPerReading, p50Ms, p99Ms } = measurement;
  const elsewhere = cpuUsPerReading - serverCpuUsPerReading;
  const split =
    elsewhere === 0
      ? ""
      : ` (server ${serverCpuUsPerReading.toFixed(2)} + processor ${elsewhere.toFixed(2)})`;
  return [
    `  round ${round}  ${label.padEnd(16)}`,
    `${Math.round(readingsPerSecond).toLocaleString("en").padStart(9)} readings/s`,
    `${cpuUsPerReading.toFixed(2).padStart(7)} us CPU a reading${split}`,
    `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`,
    `drained ${(measurement.drainMs / 1000).toFixed(1)} s after`,
    `others ${measurement.otherCores.toFixed(2)} cores`,
  ].join("  ");
}

export type Figure = (measurement: Measurement) => number;

export const rate: Figure = ({ readingsPerSecond }) => readingsPerSecond;
export const cpu: Figure = ({ cpuUsPerReading }) => cpuUsPerReading;

/** The median over the rounds of the ratio within a round. */
export function ratio(rounds: Rounds, figure: Figure, label: string, toLabel: string): number {
  const others = rounds.get(toLabel)!;
  return median(rounds.get(label)!.map((measurement, round) => figure(measurement) / figure(others[round]!)));
}

export function medianOf(rounds: Rounds, figure: Figure, label: string): number {
  return median(rounds.get(label)!.map(figure));
}
