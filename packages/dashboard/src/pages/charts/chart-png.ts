import { colourOf } from "../../app/theme.ts";
import { keptTime } from "../../format/time.ts";
import { zoneText } from "../../format/time-zone.ts";
import { fontFamily } from "./chart-font.ts";
import type { Mark } from "./mark.ts";
import type { PlotBox } from "./plot.tsx";
import type { PlotLine } from "./plot-line.ts";
import type { Span } from "./span.ts";

/** What a picture of the chart shows. */
interface PicturedChart {
  readonly canvas: HTMLCanvasElement;
  readonly title: string;
  readonly lines: readonly PlotLine[];
  readonly marks: readonly Mark[];
  readonly span: Span;
  /** The area of the curves on the canvas. */
  readonly box: PlotBox;
}

const marginPx = 16;
const titlePx = 18;
const textPx = 12;
const rowPx = 20;

/** Draws the chart as it is shown, in the colours of the page, under its title and range and above its legend. */
export function chartPng({ canvas, title, lines, marks, span, box }: PicturedChart): Blob {
  const ratio = canvas.width / Math.max(1, canvas.clientWidth);
  const widthPx = canvas.width / ratio + 2 * marginPx;
  const topPx = marginPx + titlePx + rowPx + 8;
  const chartPx = canvas.height / ratio;
  const picture = document.createElement("canvas");
  const pen = picture.getContext("2d")!;
  pen.font = `${textPx}px ${fontFamily}`;
  const rows = legendRows(pen, lines, widthPx - 2 * marginPx);
  picture.width = Math.round(widthPx * ratio);
  picture.height = Math.round((topPx + chartPx + rows.length * rowPx + marginPx) * ratio);
  pen.scale(ratio, ratio);
  pen.fillStyle = colourOf("--surface");
  pen.fillRect(0, 0, picture.width, picture.height);
  pen.textBaseline = "top";
  pen.fillStyle = colourOf("--text");
  pen.font = `600 ${titlePx}px ${fontFamily}`;
  pen.fillText(title, marginPx, marginPx, widthPx - 2 * marginPx);
  pen.font = `${textPx}px ${fontFamily}`;
  pen.fillStyle = colourOf("--muted");
  const range = `${keptTime(span.fromMs)} to ${keptTime(span.toMs)}, ${zoneText(span.toMs)}`;
  pen.fillText(range, marginPx, marginPx + titlePx + 6, widthPx - 2 * marginPx);
  pen.drawImage(canvas, marginPx, topPx, canvas.width / ratio, chartPx);
  drawMarks(pen, marks, span, { ...box, left: box.left + marginPx, top: box.top + topPx });
  rows.forEach((row, nth) => {
    for (const { line, left } of row) drawLegend(pen, line, left + marginPx, topPx + chartPx + nth * rowPx);
  });
  return blobOf(picture.toDataURL("image/png"));
}

const markColours: Readonly<Record<Mark["kind"], string>> = {
  raised: "--bad",
  cleared: "--ok",
  published: "--faint",
  annotation: "--accent",
};

/** The page draws marks above the canvas, so they are drawn again. */
function drawMarks(
  pen: CanvasRenderingContext2D,
  marks: readonly Mark[],
  { fromMs, toMs }: Span,
  box: PlotBox,
): void {
  const x = (ms: number) => box.left + ((ms - fromMs) / (toMs - fromMs)) * box.width;
  for (const { kind, atMs, untilMs = atMs } of marks) {
    if (untilMs < fromMs || atMs > toMs) continue;
    const [left, right] = [x(Math.max(fromMs, atMs)), x(Math.min(toMs, untilMs))];
    pen.fillStyle = colourOf(markColours[kind]);
    pen.globalAlpha = 0.1;
    pen.fillRect(left, box.top, right - left, box.height);
    pen.globalAlpha = 0.6;
    pen.fillRect(left, box.top, 1, box.height);
    pen.globalAlpha = 1;
  }
}

interface LegendEntry {
  readonly line: PlotLine;
  readonly left: number;
}

const swatchPx = 20;
const gapPx = 16;

/** The names of the lines, in as many rows as they need. */
function legendRows(
  pen: CanvasRenderingContext2D,
  lines: readonly PlotLine[],
  widthPx: number,
): readonly (readonly LegendEntry[])[] {
  const rows: LegendEntry[][] = [[]];
  let left = 0;
  for (const line of lines) {
    const width = swatchPx + pen.measureText(legendText(line)).width + gapPx;
    if (left > 0 && left + width > widthPx) {
      rows.push([]);
      left = 0;
    }
    rows.at(-1)!.push({ line, left });
    left += width;
  }
  return rows;
}

function drawLegend(pen: CanvasRenderingContext2D, line: PlotLine, left: number, top: number): void {
  pen.fillStyle = colourOf(line.colour);
  // A dashed line has a dashed swatch.
  const [dashPx, stepPx] = line.isDashed === true ? [4, 5] : [swatchPx - 6, swatchPx];
  for (let at = 0; at < swatchPx - 6; at += stepPx) pen.fillRect(left + at, top + textPx / 2, dashPx, 3);
  pen.fillStyle = colourOf("--text");
  pen.fillText(legendText(line), left + swatchPx, top);
}

function legendText({ name, unit }: PlotLine): string {
  return unit === "" ? name : `${name} (${unit})`;
}

function blobOf(dataUrl: string): Blob {
  const bytes = Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(",") + 1)), (sign) => sign.charCodeAt(0));
  return new Blob([bytes], { type: "image/png" });
}
