import { useReactFlow } from "@xyflow/react";
import { Maximize, Minus, Plus, Redo2, Undo2, Workflow } from "lucide-react";
import { IconButton } from "../../../ui/button.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { layOut } from "../model/auto-layout.ts";
import { moveNodes } from "../model/edit-definition.ts";
import { nodeHeightPx, nodeWidthPx } from "../model/node-geometry.ts";
import { outputsOf } from "../model/node-outputs.ts";
import { motionMs, useShowAll, useShowChain } from "./use-canvas-sight.ts";
import { useEditor } from "./use-editor.ts";

export type View = "canvas" | "list";

/** Above the canvas: going back and forth, tidying up, looking closer. */
export function CanvasTools({
  view,
  onView,
}: {
  readonly view: View;
  readonly onView: (view: View) => void;
}) {
  const { definition, nodeTypes, mayEdit, canUndo, canRedo, undo, redo, edit } = useEditor();
  const { zoomIn, zoomOut, getNode } = useReactFlow();
  const showAll = useShowAll();
  const showChain = useShowChain();
  const hint = mayEdit
    ? "Drag nodes onto the canvas or onto a wire. Select a node to configure it."
    : "Select a node to see its settings.";
  const tidy = () => {
    const byId = new Map(definition.nodes.map((node) => [node.id, node]));
    const outputs = (id: string) => {
      const node = byId.get(id);
      return node === undefined ? [] : outputsOf(nodeTypes.get(node.type), node.config);
    };
    const places = layOut(definition, {
      sizeOf: (id) => ({
        width: nodeWidthPx,
        height: getNode(id)?.measured?.height ?? nodeHeightPx(outputs(id).length),
      }),
      outputsOf: outputs,
    });
    edit(moveNodes(definition, places));
    // Once the nodes are drawn where they are now.
    setTimeout(showChain, 60);
  };
  return (
    <div className="@container flex h-11 shrink-0 items-center gap-1 border-b border-line bg-surface px-2">
      {mayEdit && (
        <>
          <IconButton label="Undo (Ctrl-Z)" disabled={!canUndo} onClick={undo}>
            <Undo2 size={16} aria-hidden />
          </IconButton>
          <IconButton label="Redo (Ctrl-Shift-Z)" disabled={!canRedo} onClick={redo}>
            <Redo2 size={16} aria-hidden />
          </IconButton>
          <span aria-hidden className="mx-1 h-5 w-px bg-line" />
          <IconButton label="Tidy up" onClick={tidy}>
            <Workflow size={16} aria-hidden />
          </IconButton>
        </>
      )}
      {view === "canvas" && (
        <>
          <IconButton label="Fit" onClick={showAll}>
            <Maximize size={16} aria-hidden />
          </IconButton>
          <IconButton label="Zoom in" onClick={() => void zoomIn({ duration: motionMs })}>
            <Plus size={16} aria-hidden />
          </IconButton>
          <IconButton label="Zoom out" onClick={() => void zoomOut({ duration: motionMs })}>
            <Minus size={16} aria-hidden />
          </IconButton>
        </>
      )}
      <p className="hidden min-w-0 truncate px-2 text-sm text-muted @2xl:block">{hint}</p>
      <div className="ml-auto">
        <Segmented
          label="View"
          choices={[
            ["canvas", "Canvas"],
            ["list", "List"],
          ]}
          chosen={view}
          onChoose={onView}
        />
      </div>
    </div>
  );
}
