import type { Annotation } from "./annotations/use-annotations.ts";
import type { ChartLook } from "./chart-look.ts";
import { type ChosenSensor, linkNamesOf } from "./chart-sensor.ts";
import type { LineActions } from "./line-buttons.tsx";
import type { Span } from "./span.ts";

/** What is open over the chart. */
export type ChartDialog =
  /** Null for a new series. */
  | { readonly kind: "derived"; readonly nth: number | null }
  /** An annotation, or the time of a new one. */
  | { readonly kind: "annotation"; readonly subject: Annotation | number }
  /** A new alert for the sensor with this UUID. */
  | { readonly kind: "alert"; readonly sensor: string }
  /** The chart becomes a tile of a board. */
  | { readonly kind: "board" };

/** What the buttons of the lines do. */
export function useChartActions({
  chosen,
  look,
  changeLook,
  toggle,
  open,
  span,
  setListed,
  mayAlert,
}: {
  readonly chosen: readonly ChosenSensor[];
  readonly look: ChartLook;
  readonly changeLook: (change: Partial<ChartLook>) => void;
  readonly toggle: (sensor: Pick<ChosenSensor, "uuid">) => void;
  readonly open: (dialog: ChartDialog) => void;
  readonly span: Span;
  readonly mayAlert: boolean;
  readonly setListed: (listed: { readonly uuid: string; readonly span: Span }) => void;
}): LineActions {
  const changeDerived = (changed: number, change: (isHidden: boolean) => boolean) =>
    changeLook({
      derived: look.derived.map((one, nth) =>
        nth === changed ? { ...one, isHidden: change(one.isHidden) } : one,
      ),
    });
  return {
    toggleHidden: ({ key, derived }) => {
      if (derived !== undefined) return changeDerived(derived, (isHidden) => !isHidden);
      const sensor = chosen.find(({ uuid }) => uuid === key);
      if (sensor === undefined) return;
      const names = linkNamesOf(sensor);
      const others = look.hidden.filter((one) => !names.includes(one));
      changeLook({ hidden: others.length === look.hidden.length ? [...others, names[0]!] : others });
    },
    alertMe: mayAlert ? ({ key }) => open({ kind: "alert", sensor: key }) : undefined,
    showReadings: ({ key }) => setListed({ uuid: key, span }),
    editDerived: (nth) => open({ kind: "derived", nth }),
    remove: ({ key, derived }) => {
      if (derived === undefined) toggle({ uuid: key });
      else changeLook({ derived: look.derived.filter((_, nth) => nth !== derived) });
    },
  };
}
