import type { Command } from "commander";
import { exampleUuid } from "./example.ts";

/**
 * Every command of Weir. Only the file of the command that was asked for is loaded, because most of what a command
 * needs (the server, the control data) takes longer to load than a help text should take to appear.
 */
export type CommandTree = Readonly<Record<string, CommandLeaf | CommandGroup>>;

export interface CommandLeaf {
  readonly summary: string;
  load(): Promise<DefineCommand>;
}

export interface CommandGroup {
  readonly summary: string;
  readonly example: string;
  readonly commands: CommandTree;
}

/** Adds arguments, options, help and action to a command that has its name and summary already. */
export type DefineCommand = (command: Command) => void;

const device: CommandTree = {
  create: {
    summary: "Create a device and print its UUID and token",
    load: async () => (await import("./device-create.ts")).defineDeviceCreate,
  },
  list: {
    summary: "List the devices",
    load: async () => (await import("./device-list.ts")).defineDeviceList,
  },
  show: {
    summary: "Show a device and the current values of its sensors",
    load: async () => (await import("./device-show.ts")).defineDeviceShow,
  },
  update: {
    summary: "Change a device's name, group, contract or handling",
    load: async () => (await import("./device-update.ts")).defineDeviceUpdate,
  },
  enable: {
    summary: "Let a device send readings again",
    load: async () => (await import("./device-enable.ts")).defineDeviceEnable,
  },
  disable: {
    summary: "Refuse all requests of a device",
    load: async () => (await import("./device-enable.ts")).defineDeviceDisable,
  },
  token: {
    summary: "Print a device's token, or replace it",
    load: async () => (await import("./device-token.ts")).defineDeviceToken,
  },
  delete: {
    summary: "Delete a device, its sensors and their readings",
    load: async () => (await import("./device-delete.ts")).defineDeviceDelete,
  },
};

const sensor: CommandTree = {
  add: {
    summary: "Add a sensor to a device",
    load: async () => (await import("./sensor-add.ts")).defineSensorAdd,
  },
  list: {
    summary: "List the sensors of a device",
    load: async () => (await import("./sensor-list.ts")).defineSensorList,
  },
  remove: {
    summary: "Remove a sensor and its readings",
    load: async () => (await import("./sensor-remove.ts")).defineSensorRemove,
  },
};

const account: CommandTree = {
  create: {
    summary: "Create an account, with a chain that saves every reading",
    load: async () => (await import("./account-create.ts")).defineAccountCreate,
  },
  list: {
    summary: "List the accounts",
    load: async () => (await import("./account-list.ts")).defineAccountList,
  },
};

const group: CommandTree = {
  create: {
    summary: "Create a group of devices",
    load: async () => (await import("./group-create.ts")).defineGroupCreate,
  },
  list: {
    summary: "List the groups",
    load: async () => (await import("./group-list.ts")).defineGroupList,
  },
};

const chain: CommandTree = {
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
  diff: {
    summary: "Show what differs between versions and the draft",
    load: async () => (await import("./chain-diff.ts")).defineChainDiff,
  },
  publish: {
    summary: "Make the draft the live version",
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

const secret: CommandTree = {
  set: {
    summary: "Make a secret, or give it a new value",
    load: async () => (await import("./secret-set.ts")).defineSecretSet,
  },
  list: {
    summary: "List the secrets, without their values",
    load: async () => (await import("./secret-list.ts")).defineSecretList,
  },
  show: {
    summary: "Print the value of a secret",
    load: async () => (await import("./secret-show.ts")).defineSecretShow,
  },
  remove: {
    summary: "Remove a secret",
    load: async () => (await import("./secret-remove.ts")).defineSecretRemove,
  },
};

export const commands: CommandTree = {
  serve: {
    summary: "Run the server",
    load: async () => (await import("./serve.ts")).defineServe,
  },
  status: {
    summary: "Show what became of all readings, and whether a server is running",
    load: async () => (await import("./status.ts")).defineStatus,
  },
  readings: {
    summary: "Print the saved readings of a sensor",
    load: async () => (await import("./readings.ts")).defineReadings,
  },
  device: {
    summary: "Create, look at and change devices",
    example: "weir device create Boiler --sensor temperature pressure",
    commands: device,
  },
  sensor: {
    summary: "Add, list and remove the sensors of a device",
    example: `weir sensor add ${exampleUuid} flow --unit l/min`,
    commands: sensor,
  },
  chain: {
    summary: "Edit, try, publish and assign rule chains",
    example: "weir chain import docs/guide/chains/freezer-alarm.json --publish",
    commands: chain,
  },
  secret: {
    summary: "Set, show and remove the secrets of an account",
    example: "weir secret show webhook",
    commands: secret,
  },
  group: {
    summary: "Create and list groups of devices",
    example: "weir group create Cellar",
    commands: group,
  },
  account: {
    summary: "Create and list accounts",
    example: 'weir account create "North plant"',
    commands: account,
  },
  config: {
    summary: "Show the settings in effect and where each comes from",
    load: async () => (await import("./config.ts")).defineConfig,
  },
  backup: {
    summary: "Copy all data into a folder, also while the server is running",
    load: async () => (await import("./backup.ts")).defineBackup,
  },
  restore: {
    summary: "Make a data folder out of a backup",
    load: async () => (await import("./restore.ts")).defineRestore,
  },
};
