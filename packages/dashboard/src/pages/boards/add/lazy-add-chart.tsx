import { lazyPart } from "../../../ui/lazy-part.tsx";
import { SilentLoading } from "../../../ui/silent-loading.tsx";
import type { AddChartProps } from "./add-chart-dialog.tsx";

/** The dialog, loaded when it is first opened. */
export const LazyAddChart = lazyPart<AddChartProps>(
  async () => (await import("./add-chart-dialog.tsx")).AddChartDialog,
  SilentLoading,
);
