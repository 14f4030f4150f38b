import { useNavigate, useSearch } from "@tanstack/react-router";
import { ChevronDown, ChevronUp } from "lucide-react";
import { IconButton } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { SteadyLabel } from "../../../ui/steady-label.tsx";
import { ProblemList } from "./problem-list.tsx";
import { useEditor } from "./use-editor.ts";

const DryRunPanel = lazyPart(async () => (await import("./panels/dry-run-panel.tsx")).DryRunPanel);
const TracePanel = lazyPart(async () => (await import("./panels/trace-panel.tsx")).TracePanel);
const ReplayPanel = lazyPart(async () => (await import("./panels/replay-panel.tsx")).ReplayPanel);

const panels = {
  problems: ["Problems", ProblemList],
  "dry-run": ["Dry run", DryRunPanel],
  trace: ["Trace", TracePanel],
  replay: ["Replay", ReplayPanel],
} as const;

type PanelName = keyof typeof panels;
const names = Object.keys(panels) as PanelName[];

/**
 * The panels below the canvas: problems, and ways to try the chain with readings. The link says which panel is open.
 */
export function Drawer() {
  const { panel } = useSearch({ strict: false });
  const { problems, setHighlight } = useEditor();
  const navigate = useNavigate();
  const open = names.find((name) => name === panel);
  const show = (name: PanelName | undefined) => {
    setHighlight([]);
    void navigate({ to: ".", search: (before: object) => ({ ...before, panel: name }), replace: true });
  };
  const Panel = open === undefined ? null : panels[open][1];
  return (
    <section
      aria-label="Test the chain"
      className={cx(
        "flex shrink-0 flex-col border-t border-line bg-surface",
        // A phone has no room for both. There, results are shown as text and not on the canvas.
        open !== undefined && "h-[46%] max-md:h-[75%]",
      )}
    >
      <div className="flex h-9 shrink-0 items-center gap-1 px-2">
        <div role="tablist" aria-label="Panels" className="flex flex-1 gap-1">
          {names.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`panel-tab-${name}`}
              aria-selected={name === open}
              {...(name === open ? { "aria-controls": "editor-panel" } : {})}
              onClick={() => show(name === open ? undefined : name)}
              className={cx(
                "h-7 rounded-sm px-2.5 text-sm",
                name === open ? "bg-accent-soft font-medium text-accent" : "text-muted hover:text-text",
              )}
            >
              <SteadyLabel text={panels[name][0]} />
              {name === "problems" && (
                // The room for the number is reserved, so that nothing moves when a number appears.
                <span
                  className={cx(
                    "ml-1.5 inline-block min-w-4",
                    hasErrors(problems) ? "text-bad" : "text-warn",
                  )}
                >
                  {problems.length > 0 && problems.length}
                </span>
              )}
            </button>
          ))}
        </div>
        <IconButton
          label={open === undefined ? "Open panel" : "Close panel"}
          className="size-7!"
          onClick={() => show(open === undefined ? "problems" : undefined)}
        >
          {open === undefined ? <ChevronUp size={15} aria-hidden /> : <ChevronDown size={15} aria-hidden />}
        </IconButton>
      </div>
      {Panel !== null && (
        <div
          role="tabpanel"
          id="editor-panel"
          aria-labelledby={`panel-tab-${open}`}
          className="min-h-0 flex-1 overflow-y-auto border-t border-line"
        >
          <Panel />
        </div>
      )}
    </section>
  );
}

function hasErrors(problems: readonly { readonly severity: string }[]): boolean {
  return problems.some(({ severity }) => severity === "error");
}
