import { z } from "zod";
import { severities } from "../closed-sets.ts";
import { alertCondition, alertMute, alertTarget } from "../manage/alert-rule-forms.ts";
import { defineResource } from "./define-resource.ts";
import { field } from "./field.ts";

const alertNameMaxLength = 100;
const alertTextMaxLength = 1000;
const rulesPerAccountMax = 1000;

/** Alarms contain values of readings, so a key that decides what raises them must be allowed to read values. */
const judging = { allOf: ["chains:write", "readings:read"] } as const;

export const alertRule = defineResource({
  thing: "alert rule",
  things: "alert rules",
  tag: "Alert rules",
  path: "alert-rules",
  param: "rule",
  table: "alert_rules",
  scopes: { read: "chains:read", write: "chains:write", create: judging, update: judging },
  owner: "account",
  max: { perAccount: rulesPerAccountMax },
  sameName: "refused",
  // Muting is a change, too, but makes no new version.
  version: "compared",
  times: ["created_at", "updated_at"],
  fields: {
    name: field.name("Unique in the account. It names the alarm.", alertNameMaxLength),
    severity: field.text(z.enum(severities)),
    text: field.text(
      z
        .string()
        .min(1)
        .max(alertTextMaxLength)
        .describe(
          "The alarm's message. It can contain placeholders such as `{{value}}` and `{{device.name}}`.",
        ),
    ),
    target: field.listedJson(alertTarget),
    condition: field.listedJson(alertCondition),
  },
  listed: {
    version: z.number().int().describe("Counts the changes of the rule; muting is not counted."),
    sensor: z
      .object({ name: z.string(), device: z.object({ uuid: z.string(), name: z.string() }) })
      .nullable()
      .describe("The sensor, if the rule applies to one."),
    mute: alertMute,
    told_by: z
      .array(z.object({ name: z.string(), group: z.string().nullable() }))
      .describe(
        "The notification rules, of those that you see, that send its alarms to a channel without a `problem`. One with a `group` does so for devices of that group only.",
      ),
    tells_nobody: z
      .boolean()
      .describe(
        "Whether nobody gets a message about its alarms, because no notification rule of the account or of a member sends them to a channel without a `problem`.",
      ),
  },
  texts: {
    list: {
      description: `They raise alarms without a chain. An account can have at most ${rulesPerAccountMax}.`,
    },
    create: {
      description:
        "The rule judges readings that are saved from now on. It raises one alarm per sensor when its condition is met, and clears it once.",
    },
    update: {
      description:
        "Saves a new version. Runs of readings start again, and active alarms stay until the new condition clears them. Alarms of sensors that the rule no longer applies to are cleared.",
    },
    delete: { description: "Its active alarms are cleared." },
  },
});
