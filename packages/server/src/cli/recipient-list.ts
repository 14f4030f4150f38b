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
  none: "No recipients yet. They appear once a chain or a channel sends mail to somebody who is not a member with a verified address.",
  examples: ["weir recipient list"],
});
