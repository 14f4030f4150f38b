import type { Command } from "commander";
import { exampleUuid } from "./example.ts";

/**
 * Every command of Weir. Only the file of the requested command is loaded, because most of what a command needs (the
 * server, the control data) takes longer to load than a help text should take to appear.
 */
export type CommandTree = Readonly<Record<string, CommandLeaf | CommandGroup>>;

interface CommandLeaf {
  readonly summary: string;
  load(): Promise<DefineCommand>;
}

interface CommandGroup {
  readonly summary: string;
  readonly example: string;
  readonly commands: CommandTree;
}

/** Adds arguments, options, help and action to a command that already has its name and summary. */
export type DefineCommand = (command: Command) => void;

function leaf(summary: string, load: CommandLeaf["load"]): CommandLeaf {
  return { summary, load };
}

/** A command of a file that defines several. */
function oneOf<Name extends string>(
  load: () => Promise<Readonly<Record<Name, DefineCommand>>>,
  name: Name,
  summary: string,
): CommandLeaf {
  return { summary, load: async () => (await load())[name] };
}

const deviceFile = async () => (await import("./device-commands.ts")).deviceCommands;
const device: CommandTree = {
  create: leaf(
    "Create a device and print its UUID and token",
    async () => (await import("./device-create.ts")).deviceCreate,
  ),
  list: oneOf(deviceFile, "list", "List the devices"),
  show: leaf(
    "Show a device and the current values of its sensors",
    async () => (await import("./device-show.ts")).deviceShow,
  ),
  update: leaf(
    "Change a device's name, group, tags, contract, handling or quarantine",
    async () => (await import("./device-update.ts")).deviceUpdate,
  ),
  import: leaf(
    "Create devices from a CSV file",
    async () => (await import("./device-import.ts")).defineDeviceImport,
  ),
  duplicate: leaf(
    "Create a device like another one",
    async () => (await import("./device-duplicate.ts")).deviceDuplicate,
  ),
  enable: oneOf(deviceFile, "enable", "Enable a device, so that it can send readings again"),
  disable: oneOf(deviceFile, "disable", "Disable a device, so that its requests are refused"),
  token: oneOf(deviceFile, "token", "Print a device's token, or replace it"),
  delete: oneOf(deviceFile, "delete", "Delete a device, its sensors and their readings"),
};

const sensorFile = async () => (await import("./sensor-commands.ts")).sensorCommands;
const sensor: CommandTree = {
  add: oneOf(sensorFile, "add", "Add a sensor to a device"),
  list: oneOf(sensorFile, "list", "List the sensors of a device"),
  remove: oneOf(sensorFile, "remove", "Remove a sensor and its readings"),
};

const accountFile = async () => (await import("./account-commands.ts")).accountCommands;
const account: CommandTree = {
  create: oneOf(accountFile, "create", "Create an account, with a chain that saves every reading"),
  list: oneOf(accountFile, "list", "List the accounts"),
  limits: leaf(
    "Show the limits of accounts and how much of each is used",
    async () => (await import("./account-limits.ts")).accountLimits,
  ),
};

const groupFile = async () => (await import("./group-commands.ts")).groupCommands;
const group: CommandTree = {
  create: oneOf(groupFile, "create", "Create a group of devices"),
  list: oneOf(groupFile, "list", "List the groups"),
};

const boardFile = async () => (await import("./board-commands.ts")).boardCommands;
const board: CommandTree = {
  list: oneOf(boardFile, "list", "List the boards"),
  show: oneOf(boardFile, "show", "Show a board and its tiles"),
  export: oneOf(boardFile, "export", "Print a board as JSON, to import it elsewhere or to keep it"),
  import: oneOf(boardFile, "import", "Import an exported board"),
  delete: oneOf(boardFile, "delete", "Delete a board and its versions"),
};

const sampleFile = async () => (await import("./sample-commands.ts")).sampleCommands;
const sample: CommandTree = {
  load: oneOf(sampleFile, "load", "Load sample data to try Weir out"),
  show: oneOf(sampleFile, "show", "Show whether an account has sample data"),
  remove: oneOf(sampleFile, "remove", "Remove the sample data"),
};

const secretFile = async () => (await import("./secret-commands.ts")).secretCommands;
const secret: CommandTree = {
  set: oneOf(secretFile, "set", "Create a secret, or change its value"),
  list: oneOf(secretFile, "list", "List the secrets, without their values"),
  show: oneOf(secretFile, "show", "Print the value of a secret"),
  remove: oneOf(secretFile, "remove", "Remove a secret"),
};

const recipient: CommandTree = {
  list: leaf(
    "List email addresses outside the accounts that chains send mail to",
    async () => (await import("./recipient-list.ts")).defineRecipientList,
  ),
};

const keys: CommandTree = {
  rotate: leaf(
    "Replace the key that encrypts tokens and secrets",
    async () => (await import("./keys-rotate.ts")).defineKeysRotate,
  ),
};

const alarmFile = async () => (await import("./alarm-commands.ts")).alarmCommands;
const alarm: CommandTree = {
  list: oneOf(alarmFile, "list", "List alarms"),
  acknowledge: oneOf(alarmFile, "acknowledge", "Acknowledge alarms"),
  unacknowledge: oneOf(alarmFile, "unacknowledge", "Remove the acknowledgement of alarms"),
  clear: oneOf(alarmFile, "clear", "Clear alarms manually"),
};

const deadLetterFile = async () => (await import("./dead-letter-commands.ts")).deadLetterCommands;
const deadLetter: CommandTree = {
  list: oneOf(deadLetterFile, "list", "List readings that could not be processed"),
  show: oneOf(deadLetterFile, "show", "Show a dead letter in full"),
  replay: oneOf(deadLetterFile, "replay", "Run dead letters through their chains again"),
  discard: oneOf(deadLetterFile, "discard", "Permanently delete dead letters"),
};

const outboxFile = async () => (await import("./outbox-commands.ts")).outboxCommands;
const outbox: CommandTree = {
  list: oneOf(outboxFile, "list", "List messages sent by chains, with their state"),
  show: oneOf(outboxFile, "show", "Show a message in the outbox"),
  retry: oneOf(outboxFile, "retry", "Send dead or delivered messages again"),
};

const chainFile = async () => (await import("./chain-commands.ts")).chainCommands;
const chain: CommandTree = {
  list: oneOf(chainFile, "list", "List the chains and where they are used"),
  show: leaf(
    "Show a chain, or the one that applies to a sensor",
    async () => (await import("./chain-show.ts")).chainShow,
  ),
  nodes: leaf(
    "List the node types, or describe one",
    async () => (await import("./chain-nodes.ts")).defineChainNodes,
  ),
  create: oneOf(chainFile, "create", "Create a chain with a draft"),
  import: leaf(
    "Import a chain or a draft from a file",
    async () => (await import("./chain-import.ts")).chainImport,
  ),
  export: leaf("Print a chain as JSON", async () => (await import("./chain-export.ts")).defineChainExport),
  test: leaf(
    "Run readings through a chain without saving or sending anything",
    async () => (await import("./chain-test.ts")).defineChainTest,
  ),
  stats: oneOf(
    chainFile,
    "stats",
    "Show how many readings passed each node of a chain, and why readings are not saved",
  ),
  trace: leaf(
    "Record the path of readings through a chain",
    async () => (await import("./chain-trace.ts")).defineChainTrace,
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

const userFile = async () => (await import("./user-commands.ts")).userCommands;
const user: CommandTree = {
  list: oneOf(userFile, "list", "List the people who can sign in"),
  create: oneOf(userFile, "create", "Add a member to an account"),
  "reset-password": oneOf(
    userFile,
    "reset-password",
    "Print a link to reset a password, or set a new password",
  ),
  "change-email": oneOf(userFile, "change-email", "Change a person's email address"),
  delete: oneOf(userFile, "delete", "Delete a person"),
};

export const commands: CommandTree = {
  serve: leaf("Run the server", async () => (await import("./serve.ts")).defineServe),
  status: leaf(
    "Show the totals of all readings, and whether a server is running",
    async () => (await import("./status.ts")).defineStatus,
  ),
  readings: leaf(
    "Print the saved readings of a sensor",
    async () => (await import("./readings.ts")).defineReadings,
  ),
  export: leaf(
    "Write the saved readings of a device to a file",
    async () => (await import("./export.ts")).defineExport,
  ),
  import: leaf("Import readings from a file", async () => (await import("./import.ts")).defineImport),
  device: {
    summary: "Create, view and change devices",
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
  recipient: {
    summary: "List recipients outside the accounts who get mail from chains",
    example: "weir recipient list",
    commands: recipient,
  },
  alarm: {
    summary: "List, acknowledge and clear alarms",
    example: "weir alarm list",
    commands: alarm,
  },
  "dead-letter": {
    summary: "View and replay readings that failed in their chain",
    example: "weir dead-letter list",
    commands: deadLetter,
  },
  outbox: {
    summary: "View webhooks, emails and MQTT messages, and send them again",
    example: "weir outbox list --state dead",
    commands: outbox,
  },
  group: {
    summary: "Create and list groups of devices",
    example: "weir group create Cellar",
    commands: group,
  },
  board: {
    summary: "List, show, export, import and delete boards",
    example: "weir board export Overview > overview.json",
    commands: board,
  },
  sample: {
    summary: "Load and remove sample data",
    example: "weir sample load",
    commands: sample,
  },
  account: {
    summary: "Create and list accounts, and show their limits",
    example: 'weir account create "North plant"',
    commands: account,
  },
  user: {
    summary: "Create, list and delete people, and reset their passwords",
    example: "weir user create ada@example.org --role owner",
    commands: user,
  },
  login: leaf("Store the API key for a remote server", async () => (await import("./login.ts")).defineLogin),
  logout: leaf(
    "Delete the stored API key for a server",
    async () => (await import("./login.ts")).defineLogout,
  ),
  config: leaf(
    "Show the settings in effect and where each comes from",
    async () => (await import("./config.ts")).defineConfig,
  ),
  keys: {
    summary: "Replace the key that encrypts tokens and secrets",
    example: "weir keys rotate",
    commands: keys,
  },
  backup: leaf(
    "Copy all data into a folder, even while the server is running",
    async () => (await import("./backup.ts")).defineBackup,
  ),
  restore: leaf(
    "Restore a data folder from a backup",
    async () => (await import("./restore.ts")).defineRestore,
  ),
  migrate: leaf(
    "Copy an installation into a cluster, or back into a data folder",
    async () => (await import("./migrate.ts")).defineMigrate,
  ),
};
