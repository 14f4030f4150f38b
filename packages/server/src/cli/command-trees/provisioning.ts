import { type CommandTree, oneOf } from "../command-tree.ts";

const keyFile = async () => (await import("../provisioning-key-commands.ts")).provisioningKeyCommands;
export const provisioningKey: CommandTree = {
  create: oneOf(keyFile, "create", "Create a key with which devices create themselves"),
  list: oneOf(keyFile, "list", "List the provisioning keys"),
  revoke: oneOf(keyFile, "revoke", "Revoke a provisioning key"),
};

const provisionFile = async () => (await import("../provision-commands.ts")).provisionCommands;
export const provision: CommandTree = {
  list: oneOf(provisionFile, "list", "List devices that asked with a provisioning key"),
  approve: oneOf(provisionFile, "approve", "Approve devices that wait"),
  reject: oneOf(provisionFile, "reject", "Reject devices that wait"),
};

const claimCodeFile = async () => (await import("../claim-code-commands.ts")).claimCodeCommands;
export const claimCode: CommandTree = {
  create: oneOf(claimCodeFile, "create", "Create claim codes for hardware ids"),
  list: oneOf(claimCodeFile, "list", "List the claim codes"),
};
