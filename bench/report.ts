import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Machine } from "./machine.ts";
import { type Finding, isMet } from "./scenarios/scenario.ts";
import { acknowledgement } from "./systems/system.ts";

/** Uncertain if one of its rounds shared the machine with other work. */
export type ReportedFinding = Finding & { readonly isUncertain: boolean };

interface Report {
  readonly startedAt: string;
  /** Which Weir was measured, in words. */
  readonly code: string;
  readonly machine: Machine;
  readonly options: unknown;
  readonly findings: readonly ReportedFinding[];
  readonly details: Readonly<Record<string, unknown>>;
}

const resultsFolder = fileURLToPath(new URL("./results/", import.meta.url));

/** Writes the report beside the earlier ones and returns its path within the project. */
export function saveReport(report: Report): string {
  const name = `${report.startedAt.replaceAll(":", "-").slice(0, 19)}.json`;
  mkdirSync(resultsFolder, { recursive: true });
  writeFileSync(`${resultsFolder}${name}`, `${JSON.stringify({ acknowledgement, ...report }, null, 2)}\n`);
  return `bench/results/${name}`;
}

export function renderReport({ code, machine, findings }: Report): string {
  const rows = findings.map((finding) => [
    finding.what,
    withUnit(finding.measured, finding.unit),
    targetText(finding),
    verdict(finding),
  ]);
  const { architecture, cpu, cores, memoryGiB, kernel, bun, loadAverageAtStart } = machine;
  return [
    code,
    `${architecture} (CPU ${cpu}), ${cores} cores, ${memoryGiB} GiB, Linux ${kernel}, Bun ${bun}; load average at the start ${loadAverageAtStart.toFixed(2)}`,
    ...Object.entries(acknowledgement).map(([system, when]) => `${system} acknowledges ${when}.`),
    "Ratios are medians over the rounds of the ratio within a round. CPU is that of all processes of a system until",
    "it was drained and quiet.",
    "A question mark: rounds behind the figure shared the machine with other work. Run it again.",
    "",
    ...table([["", "measured", "target", ""], ...rows]),
  ].join("\n");
}

/** The default is two. */
const digitsOf: Partial<Record<Finding["unit"], number>> = {
  "readings/s": 0,
  requests: 0,
  MiB: 0,
  KiB: 0,
  ms: 1,
  "%": 1,
  fps: 1,
};

function withUnit(value: number, unit: Finding["unit"]): string {
  const digits = digitsOf[unit] ?? 2;
  return unit === "x" || unit === "%"
    ? `${value.toFixed(digits)}${unit}`
    : `${value.toFixed(digits)} ${unit}`;
}

function targetText({ target, unit }: Finding): string {
  if (target === undefined) return "";
  return "atLeast" in target ? `>= ${withUnit(target.atLeast, unit)}` : `<= ${withUnit(target.atMost, unit)}`;
}

function verdict(finding: ReportedFinding): string {
  const met = isMet(finding);
  const word = met === null ? "" : met ? "ok" : "MISS";
  return finding.isUncertain ? `${word}?` : word;
}

function table(rows: readonly string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join("  ")
      .trimEnd(),
  );
}
