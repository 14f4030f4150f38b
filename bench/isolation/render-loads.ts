import { median } from "../scenarios/scenario.ts";
import type { HonestTimes } from "./honest-clients.ts";
import type { MeasuredLoad } from "./measured-load.ts";

const head = [
  "",
  "device p99 ms",
  "ratio",
  "floor",
  "page p99 ms",
  "ratio",
  "floor",
  "unanswered",
  "worked/s",
  "refused/s",
  "server cores",
];

/** A table of what each load did to the honest, by medians over the rounds. */
export function renderLoads(measured: ReadonlyMap<string, readonly MeasuredLoad[]>): string[] {
  const rows = [head, ...[...measured].map(([name, runs]) => rowOf(name, runs))];
  const widths = head.map((_, column) => Math.max(14, ...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => padded(cell, column, widths))
      .join("  ")
      .trimEnd(),
  );
}

function padded(cell: string, column: number, widths: readonly number[]): string {
  return column === 0 ? cell.padEnd(widths[0]! + 2) : cell.padStart(widths[column]!);
}

function rowOf(name: string, runs: readonly MeasuredLoad[]): string[] {
  const middle = (pick: (run: MeasuredLoad) => number) => median(runs.map(pick));
  const timesOf = (pick: (times: HonestTimes) => number): string[] => {
    const before = middle((run) => pick(run.before)).toFixed(1);
    const meanwhile = middle((run) => pick(run.meanwhile)).toFixed(1);
    const ratio = (of: (run: MeasuredLoad) => HonestTimes) =>
      `${middle((run) => pick(of(run)) / pick(run.before)).toFixed(1)}x`;
    return [`${before} → ${meanwhile}`, ratio((run) => run.meanwhile), ratio((run) => run.floor)];
  };
  const unanswered = runs.reduce(
    (sum, { meanwhile, sent }) => sum + meanwhile.unanswered + (sent.answers.unanswered ?? 0),
    0,
  );
  return [
    name,
    ...timesOf(({ deviceP99Ms }) => deviceP99Ms),
    ...timesOf(({ pageP99Ms }) => pageP99Ms),
    String(unanswered),
    middle(({ workedPerSecond }) => workedPerSecond).toFixed(1),
    middle((run) => refusedPerSecond(run)).toFixed(1),
    `${middle((run) => run.coresBefore).toFixed(2)} → ${middle((run) => run.coresMeanwhile).toFixed(2)}`,
  ];
}

function refusedPerSecond({ sent, workedPerSecond }: MeasuredLoad): number {
  const answered = Object.values(sent.answers).reduce((sum, count) => sum + count, 0);
  return answered / sent.seconds - workedPerSecond;
}
