import { useState } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { newCurve } from "../src/pages/charts/curve.ts";
import { Plot } from "../src/pages/charts/plot.tsx";
import type { PlotLine } from "../src/pages/charts/plot-line.ts";
import { lengthMs, panned, type Span } from "../src/pages/charts/span.ts";
import "../src/styles.css";

/**
 * Pans the chart of the device page with a million points in memory and measures the time between frames. Nothing is
 * fetched, so all of that time is drawing.
 */
const pointCount = 1_000_000;
const stepMs = 30_000;
const startMs = Date.UTC(2026, 0, 1);
const all: Span = { fromMs: startMs, toMs: startMs + pointCount * stepMs };

function millionPoints(): PlotLine {
  const curve = newCurve(pointCount);
  for (let nth = 0; nth < pointCount; nth++) {
    const value = 20 + 8 * Math.sin(nth / 458) + 5 * Math.sin(nth / 90_000) + ((nth * 7919) % 1000) / 500;
    curve.atMs[nth] = startMs + nth * stepMs;
    for (const column of [curve.mean, curve.min, curve.max, curve.last]) column[nth] = value;
    curve.count[nth] = 1;
  }
  const look = { name: "A million", unit: "°C", decimals: null, colour: "--series-1" };
  return { key: "one", ...look, curve, widthMs: 0 };
}

const lines = [millionPoints()];
let show: (span: Span) => void = () => undefined;

function Bench() {
  const [span, setSpan] = useState(all);
  show = setSpan;
  return (
    <main className="p-4">
      <Plot lines={lines} span={span} height={480} label="A million points" onMove={setSpan} />
    </main>
  );
}

/** Pans back and forth for a while and returns how long each frame took, in milliseconds. */
async function framesOfPanning(shownShare: number, durationMs: number): Promise<number[]> {
  const length = lengthMs(all) * shownShare;
  const middleMs = (all.fromMs + all.toMs) / 2;
  const span: Span = { fromMs: middleMs - length / 2, toMs: middleMs + length / 2 };
  const frames: number[] = [];
  const firstMs = await nextFrame();
  let lastMs = firstMs;
  while (lastMs - firstMs < durationMs) {
    const share = 1.5 * Math.sin((lastMs - firstMs) / 700);
    flushSync(() => show(panned(span, share)));
    const nowMs = await nextFrame();
    frames.push(nowMs - lastMs);
    lastMs = nowMs;
  }
  return frames;
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

Object.assign(globalThis, { framesOfPanning });
createRoot(document.getElementById("root")!).render(<Bench />);
