import { curveWithin } from "./curve.ts";
import type { PlotLine } from "./plot-line.ts";
import type { Span } from "./span.ts";

const header = ["sensor", "unit", "at", "mean", "min", "max", "readings", "shown"];

interface WrittenLine extends Pick<PlotLine, "name" | "curve"> {
  readonly readings: Pick<PlotLine, "curve" | "unit">;
}

/** The points on the screen as CSV (RFC 4180), one line after another: figures of the readings, and what is drawn. */
export function shownCsv(lines: readonly WrittenLine[], span: Span): string {
  const rows = [header.join(",")];
  for (const { name, curve, readings } of lines) {
    const { atMs, mean, min, max, count } = curveWithin(readings.curve, span.fromMs, span.toMs);
    const drawn = curveWithin(curve, span.fromMs, span.toMs).mean;
    const origin = [cell(name), cell(readings.unit)];
    for (let nth = 0; nth < atMs.length; nth++) {
      const at = new Date(atMs[nth]!).toISOString();
      rows.push([...origin, at, mean[nth], min[nth], max[nth], count[nth], drawn[nth]].join(","));
    }
  }
  return `${rows.join("\r\n")}\r\n`;
}

/** Names come from people, and spreadsheets run text that begins like a formula. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
