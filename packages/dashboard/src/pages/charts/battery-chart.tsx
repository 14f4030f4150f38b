import { batteryExportFormats } from "@weir/protocol/closed-sets";
import { Download } from "lucide-react";
import { useMemo, useState } from "react";
import { urlOf } from "../../api/client.ts";
import { useCall } from "../../api/queries.ts";
import { exactTime } from "../../format/time.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { curveOfLevels } from "./battery-curve.ts";
import type { Curve } from "./curve.ts";
import { ExportDialog } from "./export-dialog.tsx";
import { Plot } from "./plot.tsx";
import { lineColours } from "./plot-line.ts";
import type { Span } from "./span.ts";

const heightPx = 180;
/** The newest levels are drawn. The export has all of them. */
const levelsMax = 5000;
/** The least room on either side. A single level is then a dot in the middle. */
const leastRoomMs = 30_000;

/** The battery of a device over time. */
export function BatteryChart({
  device,
  deviceName,
}: {
  readonly device: string;
  readonly deviceName: string;
}) {
  const [isExporting, setIsExporting] = useState(false);
  const result = useCall(
    "listBatteryLevels",
    { params: { device }, query: { order: "desc", limit: levelsMax } },
    { refetchInterval: 60_000 },
  );
  const levels = result.data?.items;
  const curve = useMemo(() => curveOfLevels(levels ?? []), [levels]);
  const isWhole = result.data?.next === null;
  return (
    <Card
      title="Battery"
      action={
        curve.atMs.length > 0 && (
          <Button
            look="quiet"
            size="small"
            icon={<Download size={14} aria-hidden />}
            onClick={() => setIsExporting(true)}
          >
            Export battery history
          </Button>
        )
      }
    >
      <Loaded result={result}>
        {() => (curve.atMs.length === 0 ? <NoLevels /> : <BatteryPlot curve={curve} />)}
      </Loaded>
      {isExporting && (
        <ExportDialog
          title="Export battery history"
          of={{ devices: [deviceName], content: "battery" }}
          span={null}
          first={isWhole ? curve.atMs[0] : undefined}
          readings={isWhole ? curve.atMs.length : null}
          choices={batteryExportFormats.map((format) => ({
            label: format.toUpperCase(),
            extension: format,
            url: () => urlOf("exportBatteryLevels", { params: { device }, query: { format } }),
          }))}
          onClose={() => setIsExporting(false)}
        />
      )}
    </Card>
  );
}

function NoLevels() {
  return (
    <p className="text-sm text-muted">
      No data. To report the battery, send <code>battery_voltage</code> next to <code>data</code>.
    </p>
  );
}

function BatteryPlot({ curve }: { readonly curve: Curve }) {
  const [moved, setMoved] = useState<Span | null>(null);
  const span = useMemo(() => moved ?? spanOf(curve), [moved, curve]);
  const lines = useMemo(
    () => [
      { key: "battery", name: "Battery", unit: "V", decimals: 2, colour: lineColours[0]!, curve, widthMs: 0 },
    ],
    [curve],
  );
  return (
    <Plot
      lines={lines}
      span={span}
      height={heightPx}
      label={`Battery from ${exactTime(span.fromMs)} to ${exactTime(span.toMs)}. Arrow keys pan, plus and minus zoom.`}
      onMove={setMoved}
    />
  );
}

function spanOf({ atMs }: Curve): Span {
  const [firstMs, lastMs] = [atMs[0]!, atMs.at(-1)!];
  const roomMs = Math.max(leastRoomMs, (lastMs - firstMs) * 0.02);
  return { fromMs: firstMs - roomMs, toMs: lastMs + roomMs };
}
