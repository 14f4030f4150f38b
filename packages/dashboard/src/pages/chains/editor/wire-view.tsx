import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getBezierPath, getSmoothStepPath } from "@xyflow/react";
import { X } from "lucide-react";
import { memo } from "react";
import { cx } from "../../../ui/class-names.ts";
import { withoutParts } from "../model/edit-definition.ts";
import { wireOnWay } from "../model/highlight.ts";
import { headHeightPx } from "../model/node-geometry.ts";
import { failureOutput } from "../model/node-outputs.ts";
import { isLabelled, labelGapPx, labelledGapPx, labelWidthPx } from "../model/wire-label.ts";
import { useEditorPart, useEditorStore } from "./use-editor.ts";

/** For the button that removes the wire, where it is shown. */
const cutPx = 18;
const cornerPx = 12;

/**
 * A wire with the name of its output on it, where it leaves the node. Between nodes that are too close for the name to be
 * read it is left out: the output itself says it as well.
 */
export const WireView = memo(function WireView(edge: EdgeProps) {
  const store = useEditorStore();
  const output = edge.sourceHandleId ?? "";
  const wire = { from: edge.source, output, to: edge.target };
  const onWay = useEditorPart((state) => wireOnWay(state, wire));
  const mayEdit = useEditorPart((state) => state.mayEdit);
  const [path, middleX, middleY] = isToNextRow(edge)
    ? getSmoothStepPath({ ...edge, borderRadius: cornerPx })
    : getBezierPath(edge);
  const isOn = onWay === "on" || onWay === "here" || edge.selected === true;
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
          strokeWidth: onWay === "here" ? 3 : isOn ? 2 : 1.5,
          opacity: onWay === "off" ? 0.35 : 1,
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
              onWay === "off" && "opacity-45",
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

/** Back to the left and further down or up: it goes between the rows, where a curve would cross the nodes of both. */
function isToNextRow({ sourceX, sourceY, targetX, targetY }: EdgeProps): boolean {
  return targetX < sourceX && Math.abs(targetY - sourceY) > 2 * headHeightPx;
}
