import { z } from "zod";
import { owners, severities } from "../closed-sets.ts";
import { accountParams } from "./account-params.ts";
import { namedText } from "./named-text.ts";
import { time } from "./time.ts";
import { weeklySpan } from "./weekly-span-forms.ts";

/** Schemas of notification rules that several routes use. */

/** Of the account and of all its members. */
export const notificationRulesPerAccountMax = 200;
const channelsPerRuleMax = 10;
const minutesMax = 7 * 24 * 60;

const channels = z.array(z.uuid()).max(channelsPerRuleMax);

const fields = {
  name: namedText,
  min_severity: z.enum(severities).describe("Only alarms of this severity or a graver one."),
  group: namedText.nullable().describe("Only devices of this group; null for all devices."),
  hours: weeklySpan.nullable().describe("Only during this span of the week; null for always."),
  notify_cleared: z.boolean().describe("Whether to tell also when an alarm is cleared."),
  digest_minutes: z
    .number()
    .int()
    .min(1)
    .max(minutesMax)
    .nullable()
    .describe("Gathers alarms for this long and sends them as one message; null sends each at once."),
  channels: channels.min(1).describe("UUIDs of channels of the same owner."),
  escalation: z
    .strictObject({ after_minutes: z.number().int().min(1).max(minutesMax), channels: channels.min(1) })
    .nullable()
    .describe("Channels that are notified if nobody has acknowledged or cleared the alarm after this time."),
};

export const newNotificationRule = z
  .strictObject({
    ...fields,
    owner: z.enum(owners).default("account"),
    min_severity: fields.min_severity.default("warning"),
    group: fields.group.default(null),
    hours: fields.hours.default(null),
    notify_cleared: fields.notify_cleared.default(true),
    digest_minutes: fields.digest_minutes.default(null),
    escalation: fields.escalation.default(null),
  })
  .meta({ id: "NewNotificationRule" });

export const notificationRulePatch = z.strictObject(fields).partial().meta({ id: "NotificationRulePatch" });

const named = z.object({ uuid: z.string(), name: z.string() });

export const notificationRule = z
  .object({
    ...fields,
    uuid: z.string(),
    owner: z.enum(owners),
    channels: z.array(named).describe("Deleted channels are left out."),
    tells_nobody: z
      .boolean()
      .describe(
        "Whether nothing reaches any of its channels, or of those that it escalates to: they were deleted or have a `problem`.",
      ),
    escalation: z.object({ after_minutes: z.number().int(), channels: z.array(named) }).nullable(),
    created_at: time,
  })
  .meta({ id: "NotificationRule" });

export const notificationRuleParams = accountParams.extend({
  rule: z.string().max(100).describe("UUID of the notification rule."),
});
