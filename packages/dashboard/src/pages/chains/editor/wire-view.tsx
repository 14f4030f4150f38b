import { failureOutput } from "@weir/rule-engine/node-type";
import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getBezierPath, getSmoothStepPath } from "@xyflow/react";
import { X } from "lucide-react";
import { memo } from "react";
import { cx } from "../../../ui/class-names.ts";
import { withoutParts } from "../model/edit-definition.ts";
import { wireOnPath } from "../model/highlight.ts";
import { headHeightPx, isLabelled, labelGapPx, labelledGapPx, labelWidthPx } from "../model/node-geometry.ts";
import { useEditorPart, useEditorStore } from "./use-editor.ts";

/** Room for the button that removes the wire. */
const cutPx = 18;
const cornerPx = 12;

/**
 * A wire with the name of its output where it leaves the node. The name is left out between nodes that are too close,
 * because the output shows it as well.
 */
export const WireView = memo(function WireView(edge: EdgeProps) {
  const store = useEditorStore();
  const output = edge.sourceHandleId ?? "";
  const wire = { from: edge.source, output, to: edge.target };
  const onPath = useEditorPart((state) => wireOnPath(state, wire));
  const mayEdit = useEditorPart((state) => state.mayEdit);
  const [path, middleX, middleY] = isToNextRow(edge)
    ? getSmoothStepPath({ ...edge, borderRadius: cornerPx })
    : getBezierPath(edge);
  const isOn = onPath === "on" || onPath === "here" || edge.selected === true;
  const cut = () => store.edit(withoutParts(store.get().definition, [], [edge.id]));
  const gapPx = edge.targetX - edge.sourceX;
  const isNamed = isLabelled(output) && (gapPx < 0 || gapPx >= labelledGapPx(output));
  const isCuttable = edge.selected === true && mayEdit;
  const place = isNamed
    ? `translate(0, -50%) translate(${edge.sourceX + labelGapPx}px, ${edge.sourceY}px)`
    : `translate(-50%, -50%) translate(${middleX}px, ${middleY}px)`;
  return (
    <>
      <BaseEdge
        path={path}
        interactionWidth={16}
        style={{
          stroke: isOn ? "var(--accent)" : "var(--faint)",
          strokeWidth: onPath === "here" ? 3 : isOn ? 2 : 1.5,
          opacity: onPath === "off" ? 0.35 : 1,
          ...(output === failureOutput ? { strokeDasharray: "4 3" } : {}),
        }}
      />
      {(isNamed || isCuttable) && (
        <EdgeLabelRenderer>
          <div
            style={{ transform: place, ...(isNamed ? { maxWidth: labelWidthPx(output) + cutPx } : {}) }}
            className={cx(
              "pointer-events-none absolute flex h-4 items-center gap-1 rounded-sm border bg-surface px-1 text-xs",
              isOn && "z-1",
              isOn ? "border-accent text-accent" : "border-line text-muted",
              onPath === "off" && "opacity-45",
            )}
          >
            {isNamed && <span className="truncate">{output}</span>}
            {isCuttable && (
              <button
                type="button"
                aria-label="Remove wire"
                title="Remove wire"
                onClick={cut}
                className="pointer-events-auto -mx-0.5 shrink-0 rounded-sm hover:bg-hover"
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

/** Such a wire runs between the rows; a curve would cross the nodes of both. */
function isToNextRow({ sourceX, sourceY, targetX, targetY }: EdgeProps): boolean {
  return targetX < sourceX && Math.abs(targetY - sourceY) > 2 * headHeightPx;
}
