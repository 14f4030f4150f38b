import type { ComponentProps } from "react";
import type { Button } from "../../../ui/button.tsx";
import { ConfirmButton } from "../../../ui/confirm.tsx";
import { type ListedChart, useSavedCharts } from "./use-saved-charts.ts";

/** Deletes a saved chart, after a question. */
export function DeleteChartButton({
  chart,
  onDeleted,
  ...rest
}: Pick<ComponentProps<typeof Button>, "size"> & {
  readonly chart: Pick<ListedChart, "uuid" | "name">;
  readonly onDeleted?: () => void;
}) {
  const { questionBefore } = useSavedCharts();
  return (
    <ConfirmButton {...rest} question={questionBefore(chart, onDeleted)}>
      Delete chart…
    </ConfirmButton>
  );
}
