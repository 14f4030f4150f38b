import type { ChainDefinition, Wire } from "@weir/rule-engine/chain";
import { diffChains } from "@weir/rule-engine/diff-chains";
import { plural } from "../../../format/number.ts";
import type { EditorState } from "./editor-store.ts";
import { titleOf, typeOf } from "./node-titles.ts";
import type { NodeType } from "./node-type.ts";

/** One difference between two definitions, in words. */
export interface ChainChange {
  readonly kind: "added" | "removed" | "changed" | "connected" | "disconnected" | "moved";
  readonly subject: string;
  /** The settings that changed. */
  readonly settings?: readonly { readonly name: string; readonly before: string; readonly after: string }[];
}

export function chainChanges(
  before: ChainDefinition,
  after: ChainDefinition,
  types: ReadonlyMap<string, NodeType>,
): readonly ChainChange[] {
  const diff = diffChains(before, after);
  // A node that is in both is called by its new name.
  const both = { definition: { ...after, nodes: [...after.nodes, ...before.nodes] }, nodeTypes: types };
  const title = (id: string) => titleOf(both, id);
  const settingName = (id: string, member: string) => {
    const name = member.replace(/^config\./, "");
    const fields = typeOf(both, id)?.fields;
    return (member === name ? names[name] : fields?.find((field) => field.name === name)?.label) ?? name;
  };
  const wire = ({ from, output, to }: Wire) => `${title(from)} [${output}] → ${title(to)}`;
  return [
    ...diff.nodesAdded.map(({ id }) => ({ kind: "added", subject: title(id) }) as const),
    ...diff.nodesRemoved.map(({ id }) => ({ kind: "removed", subject: title(id) }) as const),
    ...diff.nodesChanged.map(({ nodeId, changes }) => ({
      kind: "changed" as const,
      subject: title(nodeId),
      settings: changes.map((change) => ({
        name: settingName(nodeId, change.member),
        before: settingText(change.before),
        after: settingText(change.after),
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
  // The rows of a list, each by its values.
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

/** All changes in one line: "add Deadband, change Compare, connect 3 wires". */
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

/** Why the changes cannot be published; null if they can. */
export function publishObstacle(
  { problems, draftRevision, saving, isDeleted }: EditorState,
  changes: readonly ChainChange[],
): string | null {
  if (isDeleted) return "This chain was deleted.";
  if (problems.some(({ severity }) => severity === "error"))
    return "Fix the problems listed in the Problems panel first.";
  if (saving === "conflict") return "Choose whose draft to keep first.";
  const hasDraft = draftRevision !== null || saving !== "saved";
  return hasDraft && changes.length > 0 ? null : "There are no changes to publish.";
}
