import { type CommandTree, leaf, oneOf } from "../command-tree.ts";

const deviceFile = async () => (await import("../device-commands.ts")).deviceCommands;
export const device: CommandTree = {
  create: leaf(
    "Create a device and print its UUID and token",
    async () => (await import("../device-create.ts")).deviceCreate,
  ),
  list: oneOf(deviceFile, "list", "List the devices"),
  show: leaf(
    "Show a device and the current values of its sensors",
    async () => (await import("../device-show.ts")).deviceShow,
  ),
  update: leaf(
    "Change a device's name, group, tags, contract, handling or quarantine",
    async () => (await import("../device-update.ts")).deviceUpdate,
  ),
  import: leaf(
    "Create devices from a CSV file",
    async () => (await import("../device-import.ts")).defineDeviceImport,
  ),
  duplicate: leaf(
    "Create a device like another one",
    async () => (await import("../device-duplicate.ts")).deviceDuplicate,
  ),
  enable: oneOf(deviceFile, "enable", "Enable a device, so that it can send readings again"),
  disable: oneOf(deviceFile, "disable", "Disable a device, so that its requests are refused"),
  token: oneOf(deviceFile, "token", "Print a device's token, or replace it"),
  delete: oneOf(deviceFile, "delete", "Delete a device, its sensors and their readings"),
};

const sensorFile = async () => (await import("../sensor-commands.ts")).sensorCommands;
export const sensor: CommandTree = {
  add: oneOf(sensorFile, "add", "Add a sensor to a device"),
  list: oneOf(sensorFile, "list", "List the sensors of a device"),
  remove: oneOf(sensorFile, "remove", "Remove a sensor and its readings"),
};

const groupFile = async () => (await import("../group-commands.ts")).groupCommands;
export const group: CommandTree = {
  create: oneOf(groupFile, "create", "Create a group of devices"),
  list: oneOf(groupFile, "list", "List the groups"),
};

const templateFile = async () => (await import("../template-commands.ts")).templateCommands;
export const template: CommandTree = {
  list: oneOf(templateFile, "list", "List the device templates"),
  show: oneOf(templateFile, "show", "Show a device template; --json prints what create and update read"),
  create: oneOf(templateFile, "create", "Create a device template from a file or a device"),
  update: oneOf(templateFile, "update", "Change a device template"),
  apply: oneOf(templateFile, "apply", "Make a device what its template says"),
  delete: oneOf(templateFile, "delete", "Delete a device template; its devices stay"),
};

const boardFile = async () => (await import("../board-commands.ts")).boardCommands;
const boardLinkFile = async () => (await import("../board-link-commands.ts")).boardLinkCommands;
export const board: CommandTree = {
  list: oneOf(boardFile, "list", "List the boards"),
  show: oneOf(boardFile, "show", "Show a board and its tiles"),
  export: oneOf(boardFile, "export", "Print a board as JSON, to import it elsewhere or to keep it"),
  import: oneOf(boardFile, "import", "Import an exported board"),
  delete: oneOf(boardFile, "delete", "Delete a board and its versions"),
  share: oneOf(boardLinkFile, "share", "Create a link that shows a board without signing in"),
  links: oneOf(boardLinkFile, "links", "List the share links of a board"),
  unshare: oneOf(boardLinkFile, "unshare", "Revoke a share link"),
};

const chartFile = async () => (await import("../chart-commands.ts")).chartCommands;
export const chart: CommandTree = {
  list: oneOf(chartFile, "list", "List the saved charts"),
  show: oneOf(chartFile, "show", "Show a saved chart and its series"),
  delete: oneOf(chartFile, "delete", "Delete a saved chart"),
};

const sampleFile = async () => (await import("../sample-commands.ts")).sampleCommands;
export const sample: CommandTree = {
  load: oneOf(sampleFile, "load", "Load sample data to try Weir out"),
  show: oneOf(sampleFile, "show", "Show whether an account has sample data"),
  remove: oneOf(sampleFile, "remove", "Remove the sample data"),
};
