import { curveWithin } from "./curve.ts";
import type { PlotLine } from "./plot-line.ts";
import type { Span } from "./span.ts";

const header = ["sensor", "unit", "at", "mean", "min", "max", "readings"];

/** The points on the screen as CSV (RFC 4180), one sensor after another. */
export function shownCsv(lines: readonly PlotLine[], span: Span): string {
  const rows = [header.join(",")];
  for (const { name, unit, curve } of lines) {
    const { atMs, mean, min, max, count } = curveWithin(curve, span.fromMs, span.toMs);
    const origin = [cell(name), cell(unit)];
    for (let nth = 0; nth < atMs.length; nth++) {
      const at = new Date(atMs[nth]!).toISOString();
      rows.push([...origin, at, mean[nth], min[nth], max[nth], count[nth]].join(","));
    }
  }
  return `${rows.join("\r\n")}\r\n`;
}

/** Names come from people, and spreadsheets run text that begins like a formula. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
