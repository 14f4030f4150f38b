import { z } from "zod";
import { severities } from "../closed-sets.ts";
import { namedText } from "../manage/named-text.ts";
import { weeklySpan } from "../manage/weekly-span-forms.ts";
import { defineResource } from "./define-resource.ts";
import { field, withInitial } from "./field.ts";

const channelsPerRuleMax = 10;
const minutes = z
  .number()
  .int()
  .min(1)
  .max(7 * 24 * 60);
const channels = z.array(z.uuid()).max(channelsPerRuleMax).min(1);
const named = z.array(z.object({ uuid: z.string(), name: z.string() }));

/** Messages contain values of readings, so a key that decides who gets them must be allowed to read values. */
const sending = { allOf: ["operations:write", "readings:read"] } as const;

export const notificationRule = defineResource({
  thing: "notification rule",
  things: "notification rules",
  short: "rule",
  shorts: "rules",
  tag: "Notification rules",
  path: "notification-rules",
  param: "rule",
  table: "notification_rules",
  scopes: { read: "operations:read", write: "operations:write", create: sending, update: sending },
  owner: "account or person",
  max: { perAccount: 200, perPerson: "shared" },
  version: "compared",
  times: ["created_at"],
  fields: {
    name: field.name(),
    min_severity: withInitial(
      field.text(z.enum(severities).describe("Only alarms of this severity or a graver one.")),
      "warning",
    ),
    group: withInitial(
      field.text(namedText.nullable().describe("Only devices of this group; null for all devices.")),
      null,
    ),
    hours: withInitial(
      field.listedJson(weeklySpan.nullable().describe("Only during this span of the week; null for always.")),
      null,
    ),
    notify_cleared: withInitial(field.flag("Whether to tell also when an alarm is cleared."), true),
    digest_minutes: field.numberOrNone(
      minutes,
      "Gathers alarms for this long and sends them as one message; null sends each at once.",
    ),
    channels: field.listedJson(channels.describe("UUIDs of channels of the same owner.")),
    escalation: withInitial(
      field.listedJson(
        z
          .strictObject({ after_minutes: minutes, channels })
          .nullable()
          .describe(
            "Channels that are notified if nobody has acknowledged or cleared the alarm after this time.",
          ),
      ),
      null,
    ),
  },
  listed: {
    channels: named.describe("Deleted channels are left out."),
    tells_nobody: z
      .boolean()
      .describe(
        "Whether nothing reaches any of its channels, or of those that it escalates to: they were deleted or have a `problem`.",
      ),
    escalation: z.object({ after_minutes: z.number().int(), channels: named }).nullable(),
  },
  texts: {
    list: {
      description:
        "They say which channels are told of which alarms. An account can have at most 200, with those of its members.",
    },
    create: {
      description:
        "It applies to alarms that are raised or cleared from now on, by alert rules, chains and silent devices.",
    },
    update: { description: "Messages that wait already stay as they are." },
    delete: { description: "Messages that wait already are still sent." },
  },
});
