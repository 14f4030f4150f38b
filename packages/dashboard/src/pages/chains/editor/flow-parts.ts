import type { Edge, Node } from "@xyflow/react";
import { wireKey } from "../model/edit-definition.ts";
import type { EditorState } from "../model/editor-store.ts";
import { leftToRight, nodeHandles } from "../model/node-geometry.ts";
import { shownOutputs } from "../model/node-outputs.ts";
import { nodeLabel, wireLabel } from "../model/node-words.ts";

export type FlowNode = Node<Record<string, never>, "chain">;
export type FlowEdge = Edge<Record<string, never>, "wire">;

const noData = {};
const wireRole = { "aria-roledescription": "wire" };

/** The nodes for the canvas, from left to right, which is also the order of the Tab key. */
export function flowNodes(state: EditorState, known: readonly FlowNode[]): FlowNode[] {
  const { definition, selection, nodeTypes, problems } = state;
  const before = new Map(known.map((node) => [node.id, node]));
  return leftToRight(definition.nodes).map((node) => {
    const measured = before.get(node.id)?.measured;
    const count = problems.filter((problem) => problem.node === node.id).length;
    return {
      // A node without its measured size would be hidden until it is measured again.
      ...(measured === undefined ? {} : { measured }),
      id: node.id,
      type: "chain",
      data: noData,
      position: { ...node.position },
      handles: nodeHandles(
        node.type !== "input",
        shownOutputs(nodeTypes.get(node.type), node, definition.wires).map(({ output }) => output),
      ),
      selected: selection.includes(node.id),
      ariaLabel: nodeLabel(node, state, count),
    };
  });
}

export function flowEdges(state: EditorState): FlowEdge[] {
  const { definition, selectedWires } = state;
  const ids = new Set(definition.nodes.map(({ id }) => id));
  return definition.wires
    .filter(({ from, to }) => ids.has(from) && ids.has(to))
    .map((wire) => ({
      id: wireKey(wire),
      type: "wire",
      source: wire.from,
      target: wire.to,
      sourceHandle: wire.output,
      selected: selectedWires.includes(wireKey(wire)),
      ariaLabel: wireLabel(wire, state),
      domAttributes: wireRole,
    }));
}
