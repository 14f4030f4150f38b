import { Button } from "../../ui/button.tsx";
import type { MissingSensor } from "./missing-sensors.ts";
import { DeleteChartButton } from "./saved/delete-chart-button.tsx";
import { useSavedCharts } from "./saved/use-saved-charts.ts";

/** Says which sensors of the chart no longer exist, and what can be done about them. */
export function MissingNote({
  missing,
  isAll,
  onRemove,
}: {
  readonly missing: readonly MissingSensor[];
  /** Whether no sensor of the chart is left. */
  readonly isAll: boolean;
  readonly onRemove: (places: readonly number[]) => void;
}) {
  const { opened, mayChange } = useSavedCharts();
  if (missing.length === 0) return null;
  const isOne = missing.length === 1;
  const names = missing.map(({ text }) => text).join(", ");
  const what = isOne ? "A sensor of this chart no longer exists" : "Sensors of this chart no longer exist";
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn"
    >
      <p className="min-w-0 flex-1 basis-72 break-words">
        {isAll ? "None of this chart’s sensors exist anymore" : what}: {names}.
        {isAll && " Choose others under Sensors."}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => onRemove(missing.map(({ place }) => place))}>
          {isOne ? "Remove it from the chart" : "Remove them from the chart"}
        </Button>
        {isAll && opened !== null && mayChange(opened) && <DeleteChartButton size="small" chart={opened} />}
      </div>
    </div>
  );
}
