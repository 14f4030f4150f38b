import type { ChainDefinition, ChainNode, Wire } from "@weir/rule-engine/chain";
import type { Edge, Node } from "@xyflow/react";
import { plural } from "../../../format/number.ts";
import { type EditorState, type NodeType, wireKey } from "../model/editor-store.ts";
import { nodeHandles } from "../model/node-geometry.ts";
import { shownOutputs } from "../model/node-outputs.ts";
import { nodeSummaryText } from "../model/node-summary-text.ts";
import { nodeTitle } from "../model/node-titles.ts";

export type FlowNode = Node<Record<string, never>, "chain">;
export type FlowEdge = Edge<Record<string, never>, "wire">;

const noData = {};
const wireRole = { "aria-roledescription": "wire" };

/** The nodes for the canvas, from left to right: that is also the order in which the Tab key goes through them. */
export function flowNodes(
  { definition, selection, nodeTypes, chainNames, problems }: EditorState,
  known: readonly FlowNode[],
): FlowNode[] {
  const before = new Map(known.map((node) => [node.id, node]));
  return definition.nodes
    .toSorted((one, other) => one.position.x - other.position.x || one.position.y - other.position.y)
    .map((node) => {
      const was = before.get(node.id);
      const count = problems.filter((problem) => problem.node === node.id).length;
      return {
        // Its measured size; without it the node would be hidden until it is measured again.
        ...(was?.measured === undefined ? {} : { measured: was.measured }),
        ...{ id: node.id, type: "chain", data: noData, position: { ...node.position } },
        handles: nodeHandles(
          node.type !== "input",
          shownOutputs(nodeTypes.get(node.type), node, definition.wires).map(({ output }) => output),
        ),
        selected: selection.includes(node.id),
        ariaLabel: nodeLabel(node, definition, { nodeTypes, chainNames }, count),
      };
    });
}

/** For those who do not see the drawing: what it is, how it is set up, and where it leads. */
export function nodeLabel(
  node: ChainNode,
  { nodes, wires }: ChainDefinition,
  known: Pick<EditorState, "nodeTypes" | "chainNames">,
  problems: number,
): string {
  const { nodeTypes: types } = known;
  const type = types.get(node.type);
  const summary = nodeSummaryText(node, known);
  const title = nodeTitle(node, types);
  const named = new Map(nodes.map((other) => [other.id, nodeTitle(other, types)]));
  const leads = shownOutputs(type, node, wires).map(({ output }) => {
    const targets = wires.filter((wire) => wire.from === node.id && wire.output === output);
    const led = targets.map(({ to }) => named.get(to) ?? to).join(" and ");
    return led === "" ? `${output} not connected` : `${output} connected to ${led}`;
  });
  return [
    title,
    ...(type === undefined || type.title === title ? [] : [type.title]),
    ...(summary === "" ? [] : [summary]),
    ...(problems > 0 ? [plural(problems, "problem")] : []),
    ...leads,
  ].join(", ");
}

export function flowEdges({ definition, selectedWires, nodeTypes }: EditorState): FlowEdge[] {
  const byId = new Map(definition.nodes.map((node) => [node.id, node]));
  return definition.wires
    .filter(({ from, to }) => byId.has(from) && byId.has(to))
    .map((wire) => ({
      ...{ id: wireKey(wire), type: "wire", source: wire.from, target: wire.to, sourceHandle: wire.output },
      selected: selectedWires.includes(wireKey(wire)),
      ariaLabel: wireTitle(wire, byId, nodeTypes),
      domAttributes: wireRole,
    }));
}

export function wireTitle(
  { from, output, to }: Wire,
  byId: ReadonlyMap<string, ChainNode>,
  types: ReadonlyMap<string, NodeType>,
): string {
  const title = (id: string) => {
    const node = byId.get(id);
    return node === undefined ? id : nodeTitle(node, types);
  };
  return `Wire from ${title(from)}, ${output}, to ${title(to)}`;
}
