import { type CommandTree, leaf, oneOf } from "../command-tree.ts";

const accountFile = async () => (await import("../account-commands.ts")).accountCommands;
const deletionFile = async () => (await import("../account-deletion-commands.ts")).accountDeletionCommands;
export const account: CommandTree = {
  create: oneOf(accountFile, "create", "Create an account, with a chain that saves every reading"),
  list: oneOf(accountFile, "list", "List the accounts"),
  limits: leaf(
    "Show the limits of accounts and how much of each is used",
    async () => (await import("../account-limits.ts")).accountLimits,
  ),
  delete: oneOf(deletionFile, "delete", "Delete an account with everything in it, after some days"),
  "cancel-deletion": oneOf(deletionFile, "cancel-deletion", "Cancel the deletion of an account"),
  deleted: oneOf(deletionFile, "deleted", "List accounts that were deleted or are about to be"),
  audit: oneOf(deletionFile, "audit", "List what was done in an account, also in a deleted one"),
};

const userFile = async () => (await import("../user-commands.ts")).userCommands;
export const user: CommandTree = {
  list: oneOf(userFile, "list", "List the people who can sign in"),
  create: oneOf(userFile, "create", "Add a member to an account"),
  "reset-password": oneOf(
    userFile,
    "reset-password",
    "Print a link to reset a password, or set a new password",
  ),
  "change-email": oneOf(userFile, "change-email", "Change a person's email address"),
  remove: oneOf(userFile, "remove", "Remove a member from an account"),
  delete: oneOf(userFile, "delete", "Delete a person"),
};

const secretFile = async () => (await import("../secret-commands.ts")).secretCommands;
export const secret: CommandTree = {
  set: oneOf(secretFile, "set", "Create a secret, or change its value"),
  list: oneOf(secretFile, "list", "List the secrets, without their values"),
  show: oneOf(secretFile, "show", "Print the value of a secret"),
  remove: oneOf(secretFile, "remove", "Remove a secret"),
};

export const recipient: CommandTree = {
  list: leaf(
    "List email addresses that are asked before chains and channels send mail to them",
    async () => (await import("../recipient-list.ts")).defineRecipientList,
  ),
};

export const keys: CommandTree = {
  rotate: leaf(
    "Replace the key that encrypts tokens and secrets",
    async () => (await import("../keys-rotate.ts")).defineKeysRotate,
  ),
};
