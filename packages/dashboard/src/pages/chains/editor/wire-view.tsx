import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getBezierPath } from "@xyflow/react";
import { X } from "lucide-react";
import { memo } from "react";
import { cx } from "../../../ui/class-names.ts";
import { withoutParts } from "./edit-definition.ts";
import { useEditorPart, useEditorStore } from "./editor-state.ts";
import { wireOnWay } from "./highlight.ts";
import { failureOutput } from "./node-outputs.ts";

/** Says nothing, so it is not said. */
const plainOutput = "out";

/** A wire with the name of its output on it. */
export const WireView = memo(function WireView(edge: EdgeProps) {
  const store = useEditorStore();
  const output = edge.sourceHandleId ?? "";
  const wire = { from: edge.source, output, to: edge.target };
  const onWay = useEditorPart((state) => wireOnWay(state, wire));
  const mayEdit = useEditorPart((state) => state.mayEdit);
  const [path, labelX, labelY] = getBezierPath(edge);
  const isOn = onWay === "on" || onWay === "here" || edge.selected === true;
  const cut = () => store.edit(withoutParts(store.get().definition, [], [edge.id]));
  const hasLabel = output !== plainOutput || edge.selected;
  return (
    <>
      <BaseEdge
        path={path}
        interactionWidth={16}
        style={{
          stroke: isOn ? "var(--accent)" : "var(--faint)",
          strokeWidth: onWay === "here" ? 3 : isOn ? 2 : 1.5,
          opacity: onWay === "off" ? 0.35 : 1,
          ...(output === failureOutput ? { strokeDasharray: "4 3" } : {}),
        }}
      />
      {hasLabel && (
        <EdgeLabelRenderer>
          <div
            style={{ transform: `translate(-50%, -50%) translate(${labelX}px, ${labelY}px)` }}
            className={cx(
              "pointer-events-none absolute flex h-4.5 items-center gap-1 rounded-sm border bg-surface px-1 text-xs",
              isOn ? "border-accent text-accent" : "border-line text-muted",
              onWay === "off" && "opacity-45",
            )}
          >
            {output}
            {edge.selected && mayEdit && (
              <button
                type="button"
                aria-label="Remove this wire"
                title="Remove this wire"
                onClick={cut}
                className="pointer-events-auto -mr-0.5 rounded-sm hover:bg-hover"
              >
                <X size={12} aria-hidden />
              </button>
            )}
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  );
});
