import type { ChainDefinition } from "@weir/rule-engine/chain";
import { diffChains } from "@weir/rule-engine/diff-chains";
import type { CallAnswer } from "../../../api/route-types.ts";
import { plural } from "../../../format/number.ts";

type NodeType = CallAnswer<"listNodeTypes">["items"][number];

/** One difference between two definitions, in words. */
export interface ChainChange {
  readonly kind: "added" | "removed" | "changed" | "connected" | "disconnected" | "moved";
  readonly subject: string;
  /** Where a setting became another. */
  readonly settings?: readonly { readonly name: string; readonly before: string; readonly after: string }[];
}

export function chainChanges(
  before: ChainDefinition,
  after: ChainDefinition,
  types: ReadonlyMap<string, NodeType>,
): readonly ChainChange[] {
  const diff = diffChains(before, after);
  const nodes = new Map([...before.nodes, ...after.nodes].map((node) => [node.id, node]));
  const title = (id: string) => {
    const node = nodes.get(id);
    if (node === undefined) return id;
    return node.name === "" ? (types.get(node.type)?.title ?? node.type) : node.name;
  };
  const settingName = (id: string, member: string) => {
    const name = member.replace(/^config\./, "");
    const fields = types.get(nodes.get(id)?.type ?? "")?.fields;
    return (member === name ? names[name] : fields?.find((field) => field.name === name)?.label) ?? name;
  };
  const wire = ({ from, output, to }: { from: string; output: string; to: string }) =>
    `${title(from)} [${output}] → ${title(to)}`;
  return [
    ...diff.nodesAdded.map(({ id }) => ({ kind: "added", subject: title(id) }) as const),
    ...diff.nodesRemoved.map(({ id }) => ({ kind: "removed", subject: title(id) }) as const),
    ...diff.nodesChanged.map(({ nodeId, changes }) => ({
      ...{ kind: "changed" as const, subject: title(nodeId) },
      settings: changes.map((change) => ({
        name: settingName(nodeId, change.member),
        ...{ before: settingText(change.before), after: settingText(change.after) },
      })),
    })),
    ...diff.wiresAdded.map((added) => ({ kind: "connected", subject: wire(added) }) as const),
    ...diff.wiresRemoved.map((removed) => ({ kind: "disconnected", subject: wire(removed) }) as const),
    ...(diff.nodesMoved.length === 0
      ? []
      : [{ kind: "moved", subject: plural(diff.nodesMoved.length, "node") } as const]),
  ];
}

const names: Readonly<Record<string, string>> = {
  name: "Name",
  type: "Type",
  version: "Type version",
};

function settingText(value: unknown): string {
  if (value === null) return "not set";
  // Rows of a list, each by what stands in it.
  if (Array.isArray(value))
    return value.map((row: object) => Object.values(row).join(": ")).join("; ") || "none";
  return typeof value === "string" ? (value === "" ? "empty" : value) : JSON.stringify(value);
}

const verbs: Record<ChainChange["kind"], string> = {
  added: "add",
  removed: "remove",
  changed: "change",
  connected: "connect",
  disconnected: "disconnect",
  moved: "move",
};

const namedMax = 2;

/** What all of it comes to, for one line: "add Deadband, change Compare, connect 3 wires". */
export function changesInWords(changes: readonly ChainChange[]): string {
  return (Object.keys(verbs) as ChainChange["kind"][])
    .flatMap((kind) => {
      const subjects = changes.filter((change) => change.kind === kind).map(({ subject }) => subject);
      if (subjects.length === 0) return [];
      return [`${verbs[kind]} ${subjectsInWords(kind, subjects)}`];
    })
    .join(", ");
}

function subjectsInWords(kind: ChainChange["kind"], subjects: readonly string[]): string {
  if (kind === "moved") return subjects.join(" ");
  if (kind === "connected" || kind === "disconnected") return plural(subjects.length, "wire");
  return subjects.length > namedMax ? plural(subjects.length, "node") : subjects.join(" and ");
}
