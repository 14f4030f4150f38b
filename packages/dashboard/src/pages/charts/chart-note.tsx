import type { ReactNode } from "react";
import type { PlotBox } from "./plot.tsx";

/** Shown in the middle of an empty chart. The chart can still be moved. */
export function ChartNote({
  box,
  children,
  action,
  isAlert = false,
}: {
  readonly box: PlotBox;
  readonly children: ReactNode;
  readonly action?: ReactNode;
  readonly isAlert?: boolean;
}) {
  // Until the chart is drawn, nobody knows where its middle is.
  if (box.height === 0) return null;
  return (
    <div
      className="pointer-events-none absolute flex flex-col items-center justify-center gap-2"
      style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
    >
      <div
        role={isAlert ? "alert" : "status"}
        className="rounded-md bg-surface/80 px-3 py-1.5 text-center text-sm text-muted"
      >
        {children}
      </div>
      {action !== undefined && <div className="pointer-events-auto">{action}</div>}
    </div>
  );
}
