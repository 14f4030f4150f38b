import { Download } from "lucide-react";
import { urlOf } from "../../api/client.ts";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import type { PlotLine } from "./plot-line.ts";
import { shownCsv } from "./shown-csv.ts";
import type { Span } from "./span.ts";

/** What is on the screen as a file: the points as they are drawn, or every reading behind them. */
export function ExportMenu({ lines, span }: { readonly lines: readonly PlotLine[]; readonly span: Span }) {
  const readings = (format: "csv" | "ndjson" | "parquet") => {
    const query = {
      ...{ sensors: lines.map(({ key }) => key).join(","), format },
      ...{ from: timeText(span.fromMs), to: timeText(span.toMs) },
    };
    download(urlOf("exportReadings", { query }), "");
  };
  return (
    <Menu
      trigger={
        <Button icon={<Download size={14} aria-hidden />} title="Export" disabled={lines.length === 0}>
          <span className="max-xl:sr-only">Export</span>
        </Button>
      }
      entries={[
        { label: "Points on the screen (CSV)", onSelect: () => downloadShown(lines, span) },
        "line",
        { label: "All readings (CSV)", onSelect: () => readings("csv") },
        { label: "All readings (NDJSON)", onSelect: () => readings("ndjson") },
        { label: "All readings (Parquet)", onSelect: () => readings("parquet") },
      ]}
    />
  );
}

function downloadShown(lines: readonly PlotLine[], span: Span): void {
  const url = URL.createObjectURL(new Blob([shownCsv(lines, span)], { type: "text/csv" }));
  download(url, `weir-${timeText(span.fromMs).slice(0, 16).replaceAll(":", "")}.csv`);
  URL.revokeObjectURL(url);
}

function download(url: string, name: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}

function timeText(ms: number): string {
  return new Date(Math.round(ms)).toISOString();
}
