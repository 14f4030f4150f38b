import { LazyAlertMe } from "../alert-me/lazy-alert-me.tsx";
import { LazyAddChart } from "../boards/add/lazy-add-chart.tsx";
import { AnnotationDialog } from "./annotations/annotation-dialog.tsx";
import type { ChartLook } from "./chart-look.ts";
import type { ChartSensor } from "./chart-sensor.ts";
import { DerivedDialog } from "./derived/derived-dialog.tsx";
import { tileOfChart } from "./tile-of-chart.ts";
import type { ChartDialog } from "./use-chart-actions.ts";
import type { ChartLine } from "./use-lines.ts";

/** What is open over the chart. */
export function ChartDialogs({
  dialog,
  device,
  deviceName,
  chosen,
  lines,
  look,
  changeLook,
  onClose,
}: {
  readonly dialog: ChartDialog;
  readonly device: string;
  readonly deviceName: string;
  readonly chosen: readonly ChartSensor[];
  /** Those of sensors, from which others can be derived. */
  readonly lines: readonly ChartLine[];
  readonly look: ChartLook;
  readonly changeLook: (change: Partial<ChartLook>) => void;
  readonly onClose: () => void;
}) {
  switch (dialog.kind) {
    case "derived": {
      const { nth } = dialog;
      return (
        <DerivedDialog
          series={nth === null ? null : (look.derived[nth] ?? null)}
          lines={lines}
          onSave={(series) =>
            changeLook({
              derived:
                nth === null
                  ? [...look.derived, series]
                  : look.derived.map((one, place) => (place === nth ? series : one)),
            })
          }
          onClose={onClose}
        />
      );
    }
    case "alert":
      return (
        <LazyAlertMe
          device={chosen.find(({ uuid }) => uuid === dialog.sensor)?.device?.uuid ?? device}
          sensor={dialog.sensor}
          onClose={onClose}
        />
      );
    case "annotation":
      return <AnnotationDialog device={device} sensors={chosen} subject={dialog.subject} onClose={onClose} />;
    case "board":
      return (
        <LazyAddChart chart={tileOfChart(device, chosen, look)} boardName={deviceName} onClose={onClose} />
      );
  }
}
