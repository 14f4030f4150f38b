import { type CommandTree, leaf } from "./command-tree.ts";
import { chain } from "./command-trees/chains.ts";
import { cluster } from "./command-trees/cluster.ts";
import { device, group, sample, sensor } from "./command-trees/fleet.ts";
import { account, keys, recipient, secret, user } from "./command-trees/people.ts";
import { claimCode, provision, provisioningKey } from "./command-trees/provisioning.ts";
import { alarm, deadLetter, outbox } from "./command-trees/records.ts";
import { exampleUuid } from "./example.ts";

/** Every command of Weir. */
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
    load: async () => device,
  },
  sensor: {
    summary: "Add, list and remove the sensors of a device",
    example: `weir sensor add ${exampleUuid} flow --unit l/min`,
    load: async () => sensor,
  },
  "sensor-type": {
    summary: "Create, list, show, change and delete the types that sensors can have",
    example: 'weir sensor-type create "water level" --unit cm --decimals 1',
    load: async () => (await import("./sensor-type-commands.ts")).sensorTypeCommands,
  },
  "provisioning-key": {
    summary: "Create, list and revoke keys with which devices create themselves",
    example: "weir provisioning-key create Factory --template Freezer",
    load: async () => provisioningKey,
  },
  provision: {
    summary: "List, approve and reject devices that asked with a provisioning key",
    example: "weir provision approve SN-1001",
    load: async () => provision,
  },
  "claim-code": {
    summary: "Create and list codes with which customers claim devices",
    example: "weir claim-code create Shop SN-1001",
    load: async () => claimCode,
  },
  chain: {
    summary: "Edit, try, publish and assign rule chains",
    example: "weir chain import docs/guide/chains/freezer-alarm.json --publish",
    load: async () => chain,
  },
  secret: {
    summary: "Set, show and remove the secrets of an account",
    example: "weir secret show webhook",
    load: async () => secret,
  },
  recipient: {
    summary: "List recipients who are asked before they get mail",
    example: "weir recipient list",
    load: async () => recipient,
  },
  alarm: {
    summary: "List, acknowledge, discuss and clear alarms",
    example: "weir alarm list",
    load: async () => alarm,
  },
  "alert-rule": {
    summary: "Create, try, mute and change rules that raise alarms without a chain",
    example: "weir alert-rule list",
    load: async () => (await import("./alert-rule-commands.ts")).alertRuleCommands,
  },
  channel: {
    summary: "Create, change, test and delete the channels through which people are told of alarms",
    example: "weir channel test Ops",
    load: async () => (await import("./channel-commands.ts")).channelCommands,
  },
  "notification-rule": {
    summary: "Create, change and delete rules that say which channels are told of which alarms",
    example: "weir notification-rule list",
    load: async () => (await import("./notification-rule-commands.ts")).notificationRuleCommands,
  },
  "dead-letter": {
    summary: "View and replay readings that failed in their chain",
    example: "weir dead-letter list",
    load: async () => deadLetter,
  },
  outbox: {
    summary: "View webhooks, emails, MQTT messages and notifications, and send them again",
    example: "weir outbox list --state dead",
    load: async () => outbox,
  },
  group: {
    summary: "Create and list groups of devices",
    example: "weir group create Cellar",
    load: async () => group,
  },
  template: {
    summary: "List, show, create, change, apply and delete device templates",
    example: "weir template show Freezer",
    load: async () => (await import("./template-commands.ts")).templateCommands,
  },
  board: {
    summary: "List, show, export, import, share and delete boards",
    example: "weir board export Overview > overview.json",
    load: async () => (await import("./board-commands.ts")).boardCommands,
  },
  chart: {
    summary: "List, show and delete saved charts",
    example: "weir chart list",
    load: async () => (await import("./chart-commands.ts")).chartCommands,
  },
  sample: {
    summary: "Load and remove sample data",
    example: "weir sample load",
    load: async () => sample,
  },
  account: {
    summary: "Create, list and delete accounts, and show their limits and audit log",
    example: 'weir account create "North plant"',
    load: async () => account,
  },
  user: {
    summary: "Create, list and delete people, and reset their passwords",
    example: "weir user create ada@example.org --role owner",
    load: async () => user,
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
    load: async () => keys,
  },
  backup: leaf(
    "Copy all data into a folder, even while the server is running",
    async () => (await import("./backup.ts")).defineBackup,
  ),
  restore: leaf(
    "Restore a data folder from a backup",
    async () => (await import("./restore.ts")).defineRestore,
  ),
  cluster: {
    summary: "Repair the engines of a cluster",
    example: "weir cluster adopt-stream",
    load: async () => cluster,
  },
  migrate: leaf(
    "Copy an installation into a cluster, or back into a data folder",
    async () => (await import("./migrate.ts")).defineMigrate,
  ),
};
