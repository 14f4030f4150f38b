import { notificationRule } from "@weir/protocol/resources/notification-rule";
import { fieldsFromFile } from "./derived/field-source.ts";
import { resourceCommands } from "./derived/resource-commands.ts";
import { printable } from "./output.ts";

const namesOf = (channels: readonly { readonly name: string }[]) =>
  printable(channels.map(({ name }) => name).join(", ")) || "nobody";

const nobodyNotified = " It tells nobody: nothing reaches its channels (weir channel list).";

export const notificationRuleCommands = resourceCommands(notificationRule, {
  example: "Critical at night",
  // The list says all there is to say about a rule.
  without: ["show"],
  list: {
    description:
      "List the notification rules of an account. Rules that people have for themselves are not listed.",
    columns: {
      RULE: ({ name }) => printable(name),
      ALARMS: ({ min_severity: least }) => `${least} and above`,
      GROUP: ({ group }) => printable(group ?? "-"),
      CHANNELS: ({ channels }) => namesOf(channels),
      ESCALATION: ({ escalation }) =>
        escalation === null ? "-" : `after ${escalation.after_minutes} min: ${namesOf(escalation.channels)}`,
      WORKS: ({ tells_nobody }) => (tells_nobody ? "no: tells nobody" : "yes"),
      UUID: ({ uuid }) => uuid,
    },
  },
  create: {
    description:
      "Create a notification rule of the account from a JSON file with the fields of the API. Channels are named by UUID.",
    from: fieldsFromFile("JSON file with name and channels"),
    examples: ["weir notification-rule create rule.json"],
    text: ({ name, uuid, tells_nobody }) =>
      `Created notification rule ${printable(name)} (${uuid}).${tells_nobody ? nobodyNotified : ""}`,
  },
  update: {
    description:
      "Change a notification rule by a JSON file. What the file does not have stays as it is; `channels` replaces all channels. Messages that wait already stay as they are.",
    from: fieldsFromFile(),
    examples: ['weir notification-rule update "Critical at night" rule.json'],
    text: ({ name, uuid, tells_nobody }) =>
      `Updated notification rule ${printable(name)} (${uuid}).${tells_nobody ? nobodyNotified : ""}`,
  },
});
