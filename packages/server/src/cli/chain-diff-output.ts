import type { CallAnswer } from "@weir/protocol/manage/calls";
import { printable } from "./output.ts";

type Diff = CallAnswer<"diffChain">;
type DiffNode = Diff["nodes_added"][number];
type DiffWire = Diff["wires_added"][number];

/** Short lines for people: `+` for added, `-` for removed, `~` for changed. */
export function diffToText(diff: Diff): string {
  const lines = [
    ...diff.nodes_added.map((node) => `+ node ${describeNode(node)}`),
    ...diff.nodes_removed.map((node) => `- node ${describeNode(node)}`),
    ...diff.nodes_changed.flatMap(({ node, changes }) =>
      changes.map(
        ({ member, before, after }) =>
          `~ node ${node}: ${member} ${describeValue(before)} → ${describeValue(after)}`,
      ),
    ),
    ...diff.nodes_moved.map(({ node }) => `~ node ${node}: moved`),
    ...diff.wires_added.map((wire) => `+ wire ${describeWire(wire)}`),
    ...diff.wires_removed.map((wire) => `- wire ${describeWire(wire)}`),
  ];
  return lines.map(printable).join("\n");
}

function describeNode({ id, type, name }: DiffNode): string {
  return name ? `${id} (${type}, "${name}")` : `${id} (${type})`;
}

/** Null means that the field was missing, which a node treats the same. */
function describeValue(value: unknown): string {
  return value === null ? "not set" : JSON.stringify(value);
}

function describeWire({ from, output, to }: DiffWire): string {
  return `${from} [${output}] → ${to}`;
}

export function publishedToText(published: CallAnswer<"publishChain">): string {
  const { chain, version, note, warnings, diff } = published;
  const reason = note === "" ? "" : ` (${printable(note)})`;
  return [
    `Published version ${version} of chain ${printable(chain.name)}${reason}.`,
    ...(diff === null ? [] : [diffToText(diff)]),
    ...warnings.map(({ message }) => `warning: ${printable(message)}`),
  ].join("\n");
}
