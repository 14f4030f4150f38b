import { z } from "zod";
import { alarmCauses, alarmStates, clearReasons, severities } from "../closed-sets.ts";
import { type AlarmValueName, alarmValueList } from "./alarm-values.ts";
import { ofReadings } from "./of-readings.ts";
import { recordOrigin } from "./record-forms.ts";
import { time } from "./time.ts";

/** How much people can write about an alarm. */
export const commentMaxLength = 4000;
/** Comments and other acts of people that an alarm can have. */
export const actsPerAlarmMax = 1000;
/** How many alarms of an account can be snoozed at a time. */
export const snoozedPerAccountMax = 1000;
/** A longer snooze would be a forgotten one; a rule can be muted or changed instead. */
export const snoozeDaysMax = 366;

/** Null for most alarms: their condition was over, or a person cleared them. */
export const clearReason = z
  .enum(clearReasons)
  .nullable()
  .describe(
    "Why the alarm of an alert rule was cleared although its condition was not over. `rule_deleted`: the rule was deleted. `rule_not_applicable`: the rule no longer applies to the sensor.",
  );

/** The fields of an alarm that hold them. */
const alarmValueForms = Object.fromEntries(
  alarmValueList.map(({ name, about }) => {
    const number = z.number();
    return [name, ofReadings(about === undefined ? number : number.describe(about))];
  }),
) as { readonly [Name in AlarmValueName]: z.ZodNullable<z.ZodNumber> };

const assignee = z.object({ email: z.string(), name: z.string() });

export const alarm = z
  .object({
    id: z.number().int(),
    state: z.enum(alarmStates).describe("`acknowledged`: someone has seen it, and it is still active."),
    severity: z.enum(severities),
    name: z.string(),
    message: ofReadings(z.string()),
    cause: z
      .enum(alarmCauses)
      .describe(
        "What raised it: a rule chain, an alert rule or a silent device. For an alert rule, chain and node are null; for a silent device, the sensor is null as well.",
      ),
    ...recordOrigin,
    node: z.string().nullable().describe("The node that raised it."),
    rule: z
      .object({ uuid: z.string(), name: z.string() })
      .nullable()
      .describe("The alert rule that raised it; null if none did, or if the rule was deleted."),
    raised_at: z.string(),
    last_at: z
      .string()
      .describe("When the last reading found it active; for a silent device, when it last connected."),
    ...alarmValueForms,
    readings: z.number().int().describe("How many readings found it active, including the first."),
    acknowledged_at: z.string().nullable(),
    acknowledged_by: z.string().nullable(),
    cleared_at: z.string().nullable(),
    cleared_by: z
      .string()
      .nullable()
      .describe("Null if a chain or an alert rule cleared it, or the device was no longer silent."),
    clear_reason: clearReason,
    assignee: assignee
      .nullable()
      .describe("The member who takes care of it; null if nobody does, or the person has left the account."),
    snoozed_until: time.nullable().describe("Null if the alarm is not snoozed now."),
  })
  .meta({ id: "Alarm" });
