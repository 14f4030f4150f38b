import { useNavigate } from "@tanstack/react-router";
import {
  Download,
  Ellipsis,
  FileUp,
  LayoutDashboard,
  MessageSquarePlus,
  ZoomIn,
  ZoomOut,
} from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useMay } from "../../app/session.tsx";
import { IconButton } from "../../ui/button.tsx";
import { Menu, type MenuEntry } from "../../ui/menu.tsx";
import { ExportReadings } from "./export-readings.tsx";
import { zoomed } from "./span.ts";
import type { ChartView } from "./use-chart-view.ts";

/** The tools that people rarely need. */
export function MoreTools({
  imports,
  view: { span, move },
  exported,
  onAnnotate,
  onAddToBoard,
}: {
  /** The device that readings can be imported into; null for none. */
  readonly imports: string | null;
  readonly view: ChartView;
  readonly exported: Omit<ComponentProps<typeof ExportReadings>, "onClose">;
  /** Undefined for people who may not. */
  readonly onAnnotate: (() => void) | undefined;
  /** Undefined if there is nothing to add. */
  readonly onAddToBoard: (() => void) | undefined;
}) {
  const navigate = useNavigate();
  const mayImport = useMay("editor");
  const [isExporting, setExporting] = useState(false);
  const zoom = (label: string, icon: MenuEntry["icon"], factor: number): MenuEntry => ({
    label,
    icon,
    staysOpen: true,
    onSelect: () => move(zoomed(span, factor, (span.fromMs + span.toMs) / 2)),
  });
  return (
    <>
      <Menu
        trigger={
          <IconButton label="More chart tools">
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
        entries={[
          zoom("Zoom in", <ZoomIn size={15} aria-hidden />, 0.5),
          zoom("Zoom out", <ZoomOut size={15} aria-hidden />, 2),
          "line",
          ...(onAnnotate === undefined
            ? []
            : [
                {
                  label: "Add annotation…",
                  icon: <MessageSquarePlus size={15} aria-hidden />,
                  onSelect: onAnnotate,
                },
              ]),
          {
            label: "Add to board…",
            icon: <LayoutDashboard size={15} aria-hidden />,
            isDisabled: onAddToBoard === undefined,
            onSelect: () => onAddToBoard?.(),
          },
          {
            label: "Export…",
            icon: <Download size={15} aria-hidden />,
            isDisabled: exported.lines.length === 0,
            onSelect: () => setExporting(true),
          },
          ...(mayImport && imports !== null
            ? [
                {
                  label: "Import readings…",
                  icon: <FileUp size={15} aria-hidden />,
                  onSelect: () =>
                    void navigate({ to: "/devices/$device/import", params: { device: imports } }),
                },
              ]
            : []),
        ]}
      />
      {isExporting && <ExportReadings {...exported} onClose={() => setExporting(false)} />}
    </>
  );
}
