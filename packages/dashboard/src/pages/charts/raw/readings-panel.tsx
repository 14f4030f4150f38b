import { Trash2, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useChange } from "../../../api/change.ts";
import { usePages } from "../../../api/queries.ts";
import type { RouteName } from "../../../api/route-types.ts";
import { useMay } from "../../../app/session.tsx";
import { plural } from "../../../format/number.ts";
import { exactTime } from "../../../format/time.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { ConfirmAction } from "../../../ui/confirm.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { useSelection } from "../../../ui/selection.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { More } from "../../../ui/table.tsx";
import type { ChartSensor } from "../chart-sensor.ts";
import type { Span } from "../span.ts";
import { ReadingsTable } from "./readings-table.tsx";

const pageSize = 100;
/** What shows readings, and has to be loaded again. */
const refreshes: readonly RouteName[] = [
  ...(["listSensorReadings", "listBuckets", "listSensors", "showDevice", "listDeviceLatest"] as const),
];

/** Every reading of a sensor in a range, with what was sent and when it arrived. Editors can delete readings. */
export function ReadingsPanel({
  device,
  sensor,
  span,
  onShowRange,
  onClose,
}: {
  /** The device of the page. */
  readonly device: string;
  readonly sensor: ChartSensor;
  readonly span: Span;
  /** Shows the range of the chart, which may have moved on. */
  readonly onShowRange: () => void;
  readonly onClose: () => void;
}) {
  const mayEdit = useMay("editor");
  const params = { device: sensor.device?.uuid ?? device, sensor: sensor.uuid };
  const range = { from: new Date(span.fromMs).toISOString(), to: new Date(span.toMs).toISOString() };
  const list = usePages("listSensorReadings", {
    params,
    query: { ...range, order: "desc", limit: pageSize },
  });
  // Readings of one time are deleted together, so they are selected together.
  const times = [...new Set(list.items.map(({ at }) => at))];
  const selection = useSelection(times);
  const [asked, setAsked] = useState<"selected" | "range" | null>(null);
  const said = ({ deleted, complete }: { deleted: number; complete: boolean }) =>
    `${plural(deleted, "reading")} deleted.${complete ? "" : " There are more: delete again to continue."}`;
  const removeTimes = useChange("deleteReadingsAt", { refreshes, said });
  const removeRange = useChange("deleteReadings", { refreshes, said });
  const panel = useRef<HTMLDivElement>(null);
  // It opens below the table, where it may be out of sight.
  // Newer browsers return a promise, which React would take for a function to call at the end.
  useEffect(() => void panel.current?.scrollIntoView({ block: "nearest" }), []);
  return (
    <div ref={panel} className="scroll-mt-36">
      <Card
        isFlush
        title={`Readings of ${sensor.name}`}
        action={
          <div className="flex items-center gap-1">
            {mayEdit && selection.ids.length > 0 && (
              <Button
                size="small"
                look="danger"
                icon={<Trash2 size={14} aria-hidden />}
                onClick={() => setAsked("selected")}
              >
                Delete {selection.ids.length} selected…
              </Button>
            )}
            {mayEdit && selection.ids.length === 0 && list.items.length > 0 && (
              <Button size="small" look="quiet" onClick={() => setAsked("range")}>
                Delete this range…
              </Button>
            )}
            <IconButton label="Close readings" className="size-7" onClick={onClose}>
              <X size={15} aria-hidden />
            </IconButton>
          </div>
        }
      >
        <p className="flex flex-wrap items-center gap-x-2 px-4 pb-2 text-sm text-muted">
          From {exactTime(span.fromMs)} to {exactTime(span.toMs)}, newest first.
          <Button size="small" look="quiet" onClick={onShowRange}>
            Use chart range
          </Button>
        </p>
        <Loaded result={list}>
          {() =>
            list.items.length === 0 ? (
              <EmptyState title="No readings in this range">Choose another range.</EmptyState>
            ) : (
              <>
                <ReadingsTable sensor={sensor} readings={list.items} selection={mayEdit ? selection : null} />
                <More list={list} />
              </>
            )
          }
        </Loaded>
        <ConfirmAction
          isOpen={asked === "selected"}
          onClose={() => setAsked(null)}
          question={{
            title: `Delete readings of ${sensor.name}?`,
            text: `${plural(selection.ids.length, "reading")} will be deleted and can’t be restored. If the device sends one of them again soon, it is ignored as a duplicate.`,
            action: "Delete readings",
            onConfirm: () =>
              removeTimes
                .mutateAsync({ params, body: { times: selection.ids.slice(0, timesMax) } })
                .then(selection.clear),
          }}
        />
        <ConfirmAction
          isOpen={asked === "range"}
          onClose={() => setAsked(null)}
          question={{
            title: `Delete all readings of ${sensor.name} in this range?`,
            text: `Every reading from ${exactTime(span.fromMs)} to ${exactTime(span.toMs)} will be deleted and can’t be restored, including those not listed here.`,
            action: "Delete readings",
            typed: sensor.slug,
            onConfirm: () => removeRange.mutateAsync({ params, query: range }),
          }}
        />
      </Card>
    </div>
  );
}

/** As many as one request takes. */
const timesMax = 500;
