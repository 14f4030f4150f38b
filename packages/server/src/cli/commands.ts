import type { Command } from "commander";
import { chainCommands } from "./chain-commands.ts";
import { exampleUuid } from "./example.ts";
import { userCommands } from "./user-commands.ts";

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
    summary: "Change a device's name, group, contract, handling or quarantine",
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
  limits: {
    summary: "Show the limits of accounts and how much of each is used",
    load: async () => (await import("./account-limits.ts")).defineAccountLimits,
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

const recipient: CommandTree = {
  list: {
    summary: "List addresses outside the accounts that chains send mail to",
    load: async () => (await import("./recipient-list.ts")).defineRecipientList,
  },
};

const keys: CommandTree = {
  rotate: {
    summary: "Replace the key that tokens and secrets are sealed with",
    load: async () => (await import("./keys-rotate.ts")).defineKeysRotate,
  },
};

const alarm: CommandTree = {
  list: {
    summary: "List the alarms that chains have raised",
    load: async () => (await import("./alarm-list.ts")).defineAlarmList,
  },
  acknowledge: {
    summary: "Note that somebody has seen an alarm",
    load: async () => (await import("./alarm-change.ts")).defineAlarmAcknowledge,
  },
  unacknowledge: {
    summary: "Take the acknowledgement of an alarm back",
    load: async () => (await import("./alarm-change.ts")).defineAlarmUnacknowledge,
  },
  clear: {
    summary: "Clear an alarm by hand",
    load: async () => (await import("./alarm-change.ts")).defineAlarmClear,
  },
};

const deadLetter: CommandTree = {
  list: {
    summary: "List readings that could not be processed",
    load: async () => (await import("./dead-letter-list.ts")).defineDeadLetterList,
  },
  show: {
    summary: "Show a dead letter with all that is known of it",
    load: async () => (await import("./dead-letter-show.ts")).defineDeadLetterShow,
  },
  replay: {
    summary: "Run dead letters through their chains once more",
    load: async () => (await import("./dead-letter-replay.ts")).defineDeadLetterReplay,
  },
  discard: {
    summary: "Delete dead letters for good",
    load: async () => (await import("./dead-letter-discard.ts")).defineDeadLetterDiscard,
  },
};

const outbox: CommandTree = {
  list: {
    summary: "List messages that chains have sent, and what became of them",
    load: async () => (await import("./outbox-list.ts")).defineOutboxList,
  },
  show: {
    summary: "Show a message of the outbox",
    load: async () => (await import("./outbox-show.ts")).defineOutboxShow,
  },
  retry: {
    summary: "Send dead or delivered messages again",
    load: async () => (await import("./outbox-retry.ts")).defineOutboxRetry,
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
  export: {
    summary: "Write the saved readings of a device to a file",
    load: async () => (await import("./export.ts")).defineExport,
  },
  import: {
    summary: "Import readings from a file",
    load: async () => (await import("./import.ts")).defineImport,
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
    commands: chainCommands,
  },
  secret: {
    summary: "Set, show and remove the secrets of an account",
    example: "weir secret show webhook",
    commands: secret,
  },
  recipient: {
    summary: "List who outside the accounts gets mail from chains",
    example: "weir recipient list",
    commands: recipient,
  },
  alarm: {
    summary: "List, acknowledge and clear alarms",
    example: "weir alarm list",
    commands: alarm,
  },
  "dead-letter": {
    summary: "Look at readings that no chain could handle, and replay them",
    example: "weir dead-letter list",
    commands: deadLetter,
  },
  outbox: {
    summary: "Look at webhooks, mails and MQTT messages, and send them again",
    example: "weir outbox list --state dead",
    commands: outbox,
  },
  group: {
    summary: "Create and list groups of devices",
    example: "weir group create Cellar",
    commands: group,
  },
  account: {
    summary: "Create and list accounts, and show their limits",
    example: 'weir account create "North plant"',
    commands: account,
  },
  user: {
    summary: "Create, list and delete people, and reset their passwords",
    example: "weir user create ada@example.org --role owner",
    commands: userCommands,
  },
  login: {
    summary: "Store the API key of a server elsewhere",
    load: async () => (await import("./login.ts")).defineLogin,
  },
  logout: {
    summary: "Forget the API key of a server",
    load: async () => (await import("./login.ts")).defineLogout,
  },
  config: {
    summary: "Show the settings in effect and where each comes from",
    load: async () => (await import("./config.ts")).defineConfig,
  },
  keys: {
    summary: "Replace the key that tokens and secrets are sealed with",
    example: "weir keys rotate",
    commands: keys,
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
