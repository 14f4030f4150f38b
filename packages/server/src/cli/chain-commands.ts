import type { CommandTree } from "./commands.ts";

export const chainCommands: CommandTree = {
  list: {
    summary: "List the chains and where they are used",
    load: async () => (await import("./chain-list.ts")).defineChainList,
  },
  show: {
    summary: "Show a chain, or the one that applies to a sensor",
    load: async () => (await import("./chain-show.ts")).defineChainShow,
  },
  nodes: {
    summary: "List the kinds of nodes, or tell all about one",
    load: async () => (await import("./chain-nodes.ts")).defineChainNodes,
  },
  create: {
    summary: "Create a chain with a draft",
    load: async () => (await import("./chain-create.ts")).defineChainCreate,
  },
  import: {
    summary: "Make a chain, or a draft of one, out of a file",
    load: async () => (await import("./chain-import.ts")).defineChainImport,
  },
  export: {
    summary: "Print a chain for a file",
    load: async () => (await import("./chain-export.ts")).defineChainExport,
  },
  test: {
    summary: "Run readings through a chain without any effect",
    load: async () => (await import("./chain-test.ts")).defineChainTest,
  },
  stats: {
    summary: "Show what went through each node of a chain, and why readings are not saved",
    load: async () => (await import("./chain-stats.ts")).defineChainStats,
  },
  trace: {
    summary: "Watch the way of readings through a chain",
    load: async () => (await import("./chain-trace.ts")).defineChainTrace,
  },
  diff: {
    summary: "Show what differs between versions and the draft",
    load: async () => (await import("./chain-diff.ts")).defineChainDiff,
  },
  publish: {
    summary: "Publish the draft",
    load: async () => (await import("./chain-publish.ts")).defineChainPublish,
  },
  rollback: {
    summary: "Go back to an earlier version",
    load: async () => (await import("./chain-rollback.ts")).defineChainRollback,
  },
  discard: {
    summary: "Discard the draft",
    load: async () => (await import("./chain-discard.ts")).defineChainDiscard,
  },
  assign: {
    summary: "Let readings of a sensor, device, group or account go through a chain",
    load: async () => (await import("./chain-assign.ts")).defineChainAssign,
  },
  unassign: {
    summary: "Take away the chain that a sensor, device or group has of its own",
    load: async () => (await import("./chain-unassign.ts")).defineChainUnassign,
  },
  rename: {
    summary: "Give a chain another name",
    load: async () => (await import("./chain-rename.ts")).defineChainRename,
  },
  delete: {
    summary: "Delete a chain that nothing uses",
    load: async () => (await import("./chain-delete.ts")).defineChainDelete,
  },
};
