import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ChartLook, readLook, writeLook } from "./chart-look.ts";

/** The look of the chart, which the link holds, and a way to change parts of it. */
export function useChartLook(): readonly [ChartLook, (change: Partial<ChartLook>) => void] {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const look = readLook(search);
  const change = (part: Partial<ChartLook>) =>
    void navigate({
      to: ".",
      replace: true,
      resetScroll: false,
      search: (before: Readonly<Record<string, unknown>>) => ({
        ...before,
        ...writeLook({ ...readLook(before), ...part }),
      }),
    });
  return [look, change];
}
