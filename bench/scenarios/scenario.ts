import type { Workspace } from "../workspace.ts";

export interface ScenarioContext {
  readonly workspace: Workspace;
  /** Length of one measured run. */
  readonly seconds: number;
  readonly rounds: number;
  readonly memorySeconds: number;
  readonly starts: number;
  say(line: string): void;
}

/** One line of the final table. */
export interface Finding {
  readonly what: string;
  readonly measured: number;
  readonly unit:
    | "readings/s"
    | "requests"
    | "requests/s"
    | "x"
    | "us"
    | "ms"
    | "s"
    | "bytes"
    | "KiB"
    | "MiB"
    | "MB"
    | "%"
    | "fps";
  /** Absent if the figure is only shown and not judged. */
  readonly target?: { readonly atLeast: number } | { readonly atMost: number };
  /** Whether the command fails if the target is missed. */
  readonly isRequired?: true;
}

interface ScenarioResult {
  readonly findings: readonly Finding[];
  /** Rounds that shared the machine with other work. If there are any, the findings are uncertain. */
  readonly disturbedRounds: number;
  /** Everything measured, for the JSON file. */
  readonly details: unknown;
}

/** Everything a scenario needs to be run and explained. */
export interface Scenario {
  readonly name: string;
  readonly about: string;
  run(context: ScenarioContext): Promise<ScenarioResult>;
}

export function isMet({ measured, target }: Finding): boolean | null {
  if (target === undefined) return null;
  return "atLeast" in target ? measured >= target.atLeast : measured <= target.atMost;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function inSeconds(seconds: readonly number[]): string {
  return `${seconds.map((value) => value.toFixed(2)).join(" ")} s`;
}
