import type { ExportFormat } from "@weir/protocol/closed-sets";
import { useState } from "react";
import { urlOf } from "../../api/client.ts";
import type { ChartSensor } from "./chart-sensor.ts";
import { type ExportChoice, ExportDialog } from "./export-dialog.tsx";
import { shownCsv } from "./shown-csv.ts";
import type { Span } from "./span.ts";
import type { ChartLine } from "./use-lines.ts";
import { useReadingCount } from "./use-reading-count.ts";

/** Exports the visible chart as a file: every reading behind it, or the points as they are drawn. */
export function ExportReadings({
  deviceName,
  chosen,
  lines,
  span,
  picture,
  onClose,
}: {
  /** The device of this page. */
  readonly deviceName: string;
  readonly chosen: readonly ChartSensor[];
  readonly lines: readonly ChartLine[];
  readonly span: Span;
  /** Draws the chart as it is shown; null if it is not drawn. */
  readonly picture: () => Blob | null;
  readonly onClose: () => void;
}) {
  // Fixed when the dialog opens, because a live chart moves on behind it.
  const [wanted] = useState<Span>({ fromMs: Math.round(span.fromMs), toMs: Math.round(span.toMs) });
  const readings = useReadingCount(sensorsOf(lines), wanted);
  const devices = [
    ...new Map(chosen.map(({ device }) => [device?.uuid, device?.name ?? deviceName])).values(),
  ];
  const content = chosen.length === 1 ? chosen[0]!.slug : "readings";
  return (
    <ExportDialog
      title="Export readings"
      of={{ devices, content }}
      span={wanted}
      readings={readings}
      choices={[...choicesFor(lines, wanted, content), pngChoice(picture, content)]}
      onClose={onClose}
    />
  );
}

/** UUIDs. */
function sensorsOf(lines: readonly ChartLine[]): readonly string[] {
  return lines.filter(({ derived }) => derived === undefined).map(({ key }) => key);
}

function choicesFor(lines: readonly ChartLine[], span: Span, content: string): readonly ExportChoice[] {
  const sensors = sensorsOf(lines).join(",");
  const [from, to] = [new Date(span.fromMs).toISOString(), new Date(span.toMs).toISOString()];
  const every = (label: string, format: ExportFormat): ExportChoice => ({
    label: `${label}, every reading`,
    extension: format,
    url: () => urlOf("exportReadings", { query: { sensors, format, from, to } }),
  });
  return [
    every("CSV", "csv"),
    every("NDJSON", "ndjson"),
    every("Parquet", "parquet"),
    {
      label: "CSV, points on the chart",
      extension: "csv",
      content: `${content} chart`,
      url: () => URL.createObjectURL(new Blob([shownCsv(lines, span)], { type: "text/csv" })),
    },
  ];
}

function pngChoice(picture: () => Blob | null, content: string): ExportChoice {
  return {
    label: "PNG, the chart as shown",
    extension: "png",
    content: `${content} chart`,
    url: () => URL.createObjectURL(picture() ?? new Blob()),
  };
}
