import { useReactFlow } from "@xyflow/react";
import { CirclePlus, Maximize, Minus, Plus, Redo2, Undo2, Workflow } from "lucide-react";
import { IconButton } from "../../../ui/button.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { tidyUp } from "../model/auto-layout.ts";
import { motionMs, useShowAll, useShowChain } from "./use-canvas-sight.ts";
import { useEditor } from "./use-editor.ts";

/** On a phone, two fingers zoom. */
const withRoom = "@max-md:hidden";

export type View = "canvas" | "list";

/** The tools above the canvas: undo, tidy up, zoom, and the choice of view. */
export function CanvasTools({
  view,
  onView,
  onAdd,
}: {
  readonly view: View;
  readonly onView: (view: View) => void;
  /** Opens the palette, where there is no room for it beside the nodes. */
  readonly onAdd: (() => void) | null;
}) {
  const { definition, nodeTypes, mayEdit, canUndo, canRedo, undo, redo, edit } = useEditor();
  const { zoomIn, zoomOut, getNode } = useReactFlow();
  const showAll = useShowAll();
  const showChain = useShowChain();
  const hint = mayEdit
    ? onAdd === null
      ? "Drag nodes onto the canvas or onto a wire. Select a node to configure it."
      : "Select a node to configure and connect it."
    : "Select a node to see its settings.";
  const tidy = () => {
    edit(tidyUp(definition, nodeTypes, (id) => getNode(id)?.measured?.height));
    // After the nodes are drawn in their new places.
    setTimeout(showChain, 60);
  };
  return (
    <div className="@container flex h-11 shrink-0 items-center gap-1 border-b border-line bg-surface px-2">
      {mayEdit && (
        <>
          {onAdd !== null && (
            <IconButton label="Add node" className="text-accent!" onClick={onAdd}>
              <CirclePlus size={16} aria-hidden />
            </IconButton>
          )}
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
          <IconButton
            label="Zoom in"
            className={withRoom}
            onClick={() => void zoomIn({ duration: motionMs })}
          >
            <Plus size={16} aria-hidden />
          </IconButton>
          <IconButton
            label="Zoom out"
            className={withRoom}
            onClick={() => void zoomOut({ duration: motionMs })}
          >
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
