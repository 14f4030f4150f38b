import uPlot from "uplot";
import { fontAt } from "./chart-font.ts";
import type { PlotLimit } from "./plot-line.ts";

const dashPx = [6, 4];
const labelGapPx = 4;

/** Draws each limit as a dashed line across the chart, with its name at the right end. */
export function drawLimits(
  plot: uPlot,
  limits: readonly PlotLimit[],
  scaleOf: (unit: string) => string,
): void {
  const { ctx, bbox } = plot;
  const ratio = uPlot.pxRatio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.font = fontAt(ratio);
  ctx.textAlign = "right";
  for (const { unit, value, name, colour, side } of limits) {
    const y = Math.round(plot.valToPos(value, scaleOf(unit), true));
    if (!Number.isFinite(y)) continue;
    ctx.strokeStyle = colour;
    ctx.lineWidth = ratio;
    ctx.setLineDash(dashPx.map((px) => px * ratio));
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    ctx.fillStyle = colour;
    // The label stands on the side of the alarm, unless there is no room for it.
    const isOnTop = side === "above" ? y - bbox.top > 14 * ratio : bbox.top + bbox.height - y < 14 * ratio;
    ctx.textBaseline = isOnTop ? "bottom" : "top";
    const gap = labelGapPx * ratio * (isOnTop ? -0.5 : 0.75);
    ctx.fillText(name, bbox.left + bbox.width - labelGapPx * ratio, y + gap);
  }
  ctx.restore();
}
