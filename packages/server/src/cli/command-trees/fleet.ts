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

const sampleFile = async () => (await import("../sample-commands.ts")).sampleCommands;
export const sample: CommandTree = {
  load: oneOf(sampleFile, "load", "Load sample data to try Weir out"),
  show: oneOf(sampleFile, "show", "Show whether an account has sample data"),
  remove: oneOf(sampleFile, "remove", "Remove the sample data"),
};
