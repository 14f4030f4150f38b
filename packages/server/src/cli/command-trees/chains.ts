import { type CommandTree, leaf, oneOf } from "../command-tree.ts";

const chainFile = async () => (await import("../chain-commands.ts")).chainCommands;
export const chain: CommandTree = {
  list: oneOf(chainFile, "list", "List the chains and where they are used"),
  show: leaf(
    "Show a chain, or the one that applies to a sensor",
    async () => (await import("../chain-show.ts")).chainShow,
  ),
  nodes: leaf(
    "List the node types, or describe one",
    async () => (await import("../chain-nodes.ts")).defineChainNodes,
  ),
  create: oneOf(chainFile, "create", "Create a chain with a draft"),
  import: leaf(
    "Import a chain or a draft from a file",
    async () => (await import("../chain-import.ts")).chainImport,
  ),
  export: leaf("Print a chain as JSON", async () => (await import("../chain-export.ts")).defineChainExport),
  test: leaf(
    "Run readings through a chain without saving or sending anything",
    async () => (await import("../chain-test.ts")).defineChainTest,
  ),
  stats: oneOf(
    chainFile,
    "stats",
    "Show how many readings passed each node of a chain, and why readings are not saved",
  ),
  trace: leaf(
    "Record the path of readings through a chain",
    async () => (await import("../chain-trace.ts")).defineChainTrace,
  ),
  diff: oneOf(chainFile, "diff", "Show what differs between versions and the draft"),
  publish: oneOf(chainFile, "publish", "Publish the draft"),
  rollback: oneOf(chainFile, "rollback", "Go back to an earlier version"),
  discard: oneOf(chainFile, "discard", "Discard the draft"),
  assign: oneOf(chainFile, "assign", "Assign a chain to a sensor, device, group or account"),
  unassign: oneOf(chainFile, "unassign", "Remove the chain assigned to a sensor, device or group"),
  rename: oneOf(chainFile, "rename", "Rename a chain"),
  delete: oneOf(chainFile, "delete", "Delete a chain that is not in use"),
};
