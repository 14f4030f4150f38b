import type { FaultReport } from "./fault-round.ts";

const headings = [
  "fault",
  "accepted",
  "stored",
  "managed",
  "whole",
  "longest wait",
  "readings",
  "answers",
  "promises",
];

/** A table in Markdown. If a fault happened several times, it has the longest times and the sums of all numbers. */
export function faultTable(reports: readonly { name: string; report: FaultReport | string }[]): string {
  const byName = Map.groupBy(reports, ({ name }) => name);
  const rows = [...byName].map(([name, some]) => {
    const done = some.map(({ report }) => report).filter((report) => typeof report !== "string");
    if (done.length === 0) return [name, String(some[0]!.report), ...headings.slice(2).map(() => "")];
    const longest = (of: (report: FaultReport) => number) =>
      `${(Math.max(...done.map(of)) / 1000).toFixed(1)} s`;
    const broken = done.filter((report) => report.broken.length > 0).length;
    return [
      name,
      longest(({ acceptedMs }) => acceptedMs),
      longest(({ storedMs }) => storedMs),
      longest(({ managedMs }) => managedMs),
      longest(({ wholeMs }) => wholeMs),
      longest(({ longestMs }) => longestMs),
      String(done.reduce((sum, { acknowledged }) => sum + acknowledged, 0)),
      answersOf(done),
      broken === 0 ? "kept" : `BROKEN ${broken} of ${done.length} times`,
    ];
  });
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]!.length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`;
  return [line(headings), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

function answersOf(reports: readonly FaultReport[]): string {
  const counts = new Map<string, number>();
  for (const { answers } of reports)
    for (const [answer, count] of answers) counts.set(answer, (counts.get(answer) ?? 0) + count);
  return [...counts].map(([answer, count]) => `${count} ${answer}`).join(", ");
}
