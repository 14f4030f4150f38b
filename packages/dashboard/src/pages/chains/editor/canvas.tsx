import "@xyflow/react/dist/base.css";
import "./canvas.css";
import {
  applyNodeChanges,
  Background,
  type Connection,
  type EdgeChange,
  getNodesBounds,
  MiniMap,
  type NodeChange,
  ReactFlow,
  SelectionMode,
  useReactFlow,
  useStore,
} from "@xyflow/react";
import { type DragEvent, useCallback, useEffect, useMemo, useState } from "react";
import { useTheme } from "../../../app/theme.ts";
import { dropNode } from "../model/add-node.ts";
import { zoomMinFor } from "../model/canvas-view.ts";
import { connect, mayConnect, moveNodes } from "../model/edit-definition.ts";
import { afterSelecting } from "../model/editor-store.ts";
import { nodesToShow } from "../model/highlight.ts";
import { categoryColour } from "../model/node-categories.ts";
import { rounded } from "../model/node-geometry.ts";
import { ChainNodeView } from "./chain-node-view.tsx";
import { type FlowEdge, type FlowNode, flowEdges, flowNodes } from "./flow-parts.ts";
import { draggedType } from "./palette.tsx";
import { useCanvasSight, useMiddleInSight } from "./use-canvas-sight.ts";
import { useEditor } from "./use-editor.ts";
import { WireView } from "./wire-view.tsx";

const nodeViews = { chain: ChainNodeView };
const wireViews = { wire: WireView };
const proOptions = { hideAttribution: true };
/** In a chain with more nodes, someone who zooms in does not see where they are. */
const overviewNodesMin = 25;
const overviewSize = { width: 160, height: 100 };

/** Read out for each focused node and wire. */
const spokenHelp = {
  "node.a11yDescription.default":
    "Press Enter to open its settings. Press Space to select it, then the arrow keys to move it, Delete to remove it, or Escape to deselect it.",
  "node.a11yDescription.keyboardDisabled": "Press Enter to open its settings.",
  "edge.a11yDescription.default":
    "Press Enter or Space to select the wire, then Delete to remove it or Escape to deselect it.",
};
const spokenHelpOfViewers = {
  "node.a11yDescription.default": "Press Enter to open its settings.",
  "edge.a11yDescription.default": "",
};

/** The drawing of the chain. It shows the editor's state, and keeps only the place of a node that is being dragged. */
export function Canvas() {
  const editor = useEditor();
  const { definition, mayEdit, selection, selectedWires, nodeTypes, chainNames, edit, select } = editor;
  const [nodes, setNodes] = useState<FlowNode[]>([]);
  const [edges, setEdges] = useState<FlowEdge[]>([]);
  const { screenToFlowPosition } = useReactFlow();
  useTheme();
  const { problems, highlight, step, pasted } = editor;
  const followed = highlight[step]?.nodeId;
  const shown = useMemo(() => nodesToShow(followed, { selection, pasted }), [followed, selection, pasted]);
  useCanvasSight(shown);
  useMiddleInSight();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counters and highlights are read by the nodes themselves.
  useEffect(() => {
    setNodes((known) => flowNodes(editor, known));
    setEdges(flowEdges(editor));
  }, [definition, selection, selectedWires, nodeTypes, chainNames, problems]);

  const changeNodes = (changes: NodeChange<FlowNode>[]) => {
    setNodes((known) => applyNodeChanges(changes, known));
    const chosen = changes.filter((change) => change.type === "select");
    if (chosen.length > 0) select(afterSelecting(selection, chosen), selectedWires);
    const moved = changes.filter((change) => change.type === "position" && change.dragging !== true);
    const places = moved.flatMap((change) =>
      change.type === "position" && change.position !== undefined
        ? [[change.id, rounded(change.position)] as const]
        : [],
    );
    if (places.length > 0) edit(moveNodes(definition, new Map(places)), "move");
  };
  const changeEdges = (changes: EdgeChange<FlowEdge>[]) => {
    const chosen = changes.filter((change) => change.type === "select");
    if (chosen.length > 0) select(selection, afterSelecting(selectedWires, chosen));
  };
  const isValid = useCallback(
    (link: Connection | FlowEdge) => mayConnect(definition, wireOf(link)),
    [definition],
  );
  const colourOf = ({ id }: FlowNode) => {
    const node = definition.nodes.find((candidate) => candidate.id === id);
    return categoryColour(nodeTypes.get(node?.type ?? "")?.category);
  };
  const drop = (event: DragEvent) => {
    const type = nodeTypes.get(event.dataTransfer.getData(draggedType));
    if (type === undefined || !mayEdit) return;
    event.preventDefault();
    const pointer = screenToFlowPosition({ x: event.clientX, y: event.clientY });
    const added = dropNode(definition, type, pointer, wireUnder(event));
    edit(added.definition);
    select([added.id]);
  };

  return (
    <ReactFlow<FlowNode, FlowEdge>
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeViews}
      edgeTypes={wireViews}
      onNodesChange={changeNodes}
      onEdgesChange={changeEdges}
      onConnect={(link) => edit(connect(definition, wireOf(link)))}
      isValidConnection={isValid}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      nodesDraggable={mayEdit}
      nodesConnectable={mayEdit}
      deleteKeyCode={null}
      selectionMode={SelectionMode.Partial}
      multiSelectionKeyCode={["Shift", "Control", "Meta"]}
      selectionKeyCode="Shift"
      minZoom={zoomMinFor(getNodesBounds(nodes), { width, height })}
      maxZoom={1.5}
      connectionRadius={28}
      proOptions={proOptions}
      // The canvas may briefly know a wire without its output, or the other way round.
      onError={() => undefined}
      aria-label="Chain canvas"
      ariaLabelConfig={mayEdit ? spokenHelp : spokenHelpOfViewers}
    >
      <Background gap={16} size={1} />
      {nodes.length >= overviewNodesMin && (
        <MiniMap
          pannable
          ariaLabel="Chain overview"
          className="max-md:hidden"
          style={overviewSize}
          nodeColor={colourOf}
        />
      )}
    </ReactFlow>
  );
}

function wireOf({ source, sourceHandle, target }: Connection | FlowEdge) {
  return { from: source, output: sourceHandle ?? "", to: target };
}

/** The key of the wire under the pointer. */
function wireUnder({ clientX, clientY }: DragEvent): string | undefined {
  const under = document.elementsFromPoint(clientX, clientY);
  return under
    .map((element) => element.closest<SVGElement>(".react-flow__edge")?.dataset.id)
    .find((key) => key !== undefined);
}
