import type { CommandTree } from "./commands.ts";

export const userCommands: CommandTree = {
  list: {
    summary: "List the people who can sign in",
    load: async () => (await import("./user-list.ts")).defineUserList,
  },
  create: {
    summary: "Make somebody a member of an account",
    load: async () => (await import("./user-create.ts")).defineUserCreate,
  },
  "reset-password": {
    summary: "Print a link that sets a new password, or set it at once",
    load: async () => (await import("./user-reset-password.ts")).defineUserResetPassword,
  },
  "change-email": {
    summary: "Change the address that a person signs in with",
    load: async () => (await import("./user-change-email.ts")).defineUserChangeEmail,
  },
  delete: {
    summary: "Delete a person",
    load: async () => (await import("./user-delete.ts")).defineUserDelete,
  },
};
