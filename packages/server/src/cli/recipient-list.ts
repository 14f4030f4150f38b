import { listCommand } from "./derived/list-command.ts";
import { printable } from "./output.ts";

export const defineRecipientList = listCommand({
  route: "listMailRecipients",
  within: "all accounts",
  columns: {
    ADDRESS: ({ email }) => printable(email),
    ACCOUNT: ({ account }) => printable(account),
    STATE: ({ state }) => state,
    ASKED: ({ asked_at }) => asked_at ?? "-",
    ANSWERED: ({ answered_at }) => answered_at ?? "-",
  },
  none: "No recipients yet. They appear once you publish a chain that sends mail outside the account.",
  examples: ["weir recipient list"],
});
