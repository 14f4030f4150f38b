import { Bookmark, Lock } from "lucide-react";
import { useState } from "react";
import { ActionsMenu } from "../../../ui/actions-menu.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { ConfirmAction } from "../../../ui/confirm.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { RenameDialog } from "../../../ui/rename-dialog.tsx";
import type { ChartDefinition } from "./chart-definition.ts";
import { SaveChartDialog } from "./save-chart-dialog.tsx";
import { type ListedChart, useSavedCharts } from "./use-saved-charts.ts";

type Asked = { readonly kind: "save" } | { readonly kind: "rename" | "delete"; readonly chart: ListedChart };

/** Lists the saved charts, and saves the one on the page. Hidden if there is nothing to save and no saved chart is open. */
export function SavedChartsMenu({
  definition,
}: {
  /** Null if the chart has no sensors, and cannot be saved. */
  readonly definition: (() => ChartDefinition) | null;
}) {
  const charts = useSavedCharts();
  const { opened, update, questionBefore } = charts;
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  if (definition === null && opened === null) return null;
  return (
    <>
      <Popover
        label="Saved charts"
        align="end"
        className="w-80"
        trigger={
          <Button
            icon={<Bookmark size={14} aria-hidden />}
            title="Saved charts"
            className={cx(opened !== null && "border-accent! bg-accent-soft! text-accent!")}
          >
            <span className="max-w-24 truncate max-lg:sr-only">{opened?.name ?? "Saved"}</span>
          </Button>
        }
      >
        {(closeMenu) => (
          <SavedList
            charts={charts}
            definition={definition}
            onAsk={(next) => {
              closeMenu();
              setAsked(next);
            }}
            onDone={closeMenu}
          />
        )}
      </Popover>
      {asked?.kind === "save" && definition !== null && (
        <SaveChartDialog definition={definition()} onSaved={charts.show} onClose={close} />
      )}
      {asked?.kind === "rename" && (
        <RenameDialog
          name={asked.chart.name}
          isBusy={update.isPending}
          error={update.error}
          onRename={(name) =>
            update.mutate({ params: { chart: asked.chart.uuid }, body: { name } }, { onSuccess: close })
          }
          onClose={close}
        />
      )}
      {asked?.kind === "delete" && (
        <ConfirmAction isOpen question={questionBefore(asked.chart)} onClose={close} />
      )}
    </>
  );
}

function SavedList({
  charts: { list, opened, open, update, mayChange },
  definition,
  onAsk,
  onDone,
}: {
  readonly charts: ReturnType<typeof useSavedCharts>;
  readonly definition: (() => ChartDefinition) | null;
  readonly onAsk: (asked: Asked) => void;
  readonly onDone: () => void;
}) {
  const items = list.data?.items ?? [];
  return (
    <div className="flex max-h-96 flex-col">
      <ul aria-label="Saved charts" className="overflow-y-auto p-1">
        {items.map((chart) => (
          <li key={chart.uuid} className="flex items-center rounded-sm hover:bg-hover">
            <button
              type="button"
              aria-current={chart.uuid === opened?.uuid || undefined}
              className="flex h-8 min-w-0 flex-1 items-center gap-2 px-2 text-left aria-current:font-semibold"
              onClick={() => {
                onDone();
                void open(chart);
              }}
            >
              <span className="truncate">{chart.name}</span>
              {chart.owner === "person" && <Lock size={12} role="img" aria-label="Only you" />}
            </button>
            {mayChange(chart) && (
              <ActionsMenu
                of={chart.name}
                entries={[
                  { label: "Rename…", onSelect: () => onAsk({ kind: "rename", chart }) },
                  { label: "Delete…", isDangerous: true, onSelect: () => onAsk({ kind: "delete", chart }) },
                ]}
              />
            )}
          </li>
        ))}
        {items.length === 0 && (
          <li className="px-2 py-3 text-center text-muted">
            {list.isPending ? "Loading…" : "No saved charts yet."}
          </li>
        )}
      </ul>
      {definition !== null && (
        <div className="flex flex-wrap gap-2 border-t border-line p-2">
          {opened !== null && mayChange(opened) && (
            <Button
              size="small"
              onClick={() => {
                onDone();
                update.mutate({ params: { chart: opened.uuid }, body: { definition: definition() } });
              }}
            >
              Save changes
            </Button>
          )}
          <Button size="small" onClick={() => onAsk({ kind: "save" })}>
            Save this chart…
          </Button>
        </div>
      )}
    </div>
  );
}
