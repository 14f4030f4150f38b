import { alertRule } from "@weir/protocol/resources/alert-rule";
import type { AlertCondition } from "@weir/rule-engine/alerts/alert-condition";
import { conditionText } from "@weir/rule-engine/alerts/condition-text";
import type { Command } from "commander";
import { alertRuleMuteCommands } from "./alert-rule-mute.ts";
import { type RuleOptions, ruleFieldsOf, takeRuleOptions } from "./alert-rule-options.ts";
import { muteText } from "./alert-rule-params.ts";
import { tryAlertRule } from "./alert-rule-try.ts";
import type { ItemOf } from "./client/api-client.ts";
import { loaded } from "./command-tree.ts";
import type { FieldSource } from "./derived/field-source.ts";
import { resourceCommands } from "./derived/resource-commands.ts";
import { CommandFailure, usageExit } from "./failure.ts";
import { printable } from "./output.ts";
import { shortTime } from "./table.ts";

type Rule = ItemOf<"listAlertRules">;

const fromFileOrOptions: FieldSource = {
  take: (command: Command) =>
    takeRuleOptions(
      command.argument("[file]", "JSON file with the fields of the rule; - for standard input"),
    ),
  read: ([file], options: RuleOptions) => ruleFieldsOf(file, options),
};

export const alertRuleCommands = {
  ...resourceCommands(alertRule, {
    example: "Too warm",
    list: {
      columns: {
        RULE: ({ name }) => printable(name),
        SEVERITY: ({ severity }) => severity,
        "APPLIES TO": (rule) => printable(targetText(rule)),
        "ALARM WHEN THE VALUE": ({ condition }) => conditionText(condition as AlertCondition),
        MUTED: ({ mute }) => muteText(mute),
        "TOLD BY": (rule) => printable(notifiedText(rule)),
        UUID: ({ uuid }) => uuid,
      },
    },
    show: {
      examples: [
        'weir alert-rule show "Freezer too warm"',
        'weir alert-rule show "Freezer too warm" --json > rule.json',
      ],
      text: describeRule,
    },
    create: {
      description:
        "Create an alert rule from options, or from a JSON file with the fields of the API. Options take precedence.",
      from: fromFileOrOptions,
      examples: [
        'weir alert-rule create --name "Too warm" --severity critical --text "{{value}} °C" --group Freezers --above -15 --for 600',
        "weir alert-rule create rule.json",
      ],
      text: (rule) => `Created alert rule ${printable(rule.name)} (${rule.uuid}).${nobodyNotified(rule)}`,
    },
    update: {
      description: "Change an alert rule. What is not given stays as it is. Saves a new version.",
      from: { ...fromFileOrOptions, read: changedFields },
      examples: [
        'weir alert-rule update "Too warm" --above -12',
        'weir alert-rule update "Too warm" rule.json',
      ],
      text: (rule) =>
        `Saved alert rule ${printable(rule.name)} (${rule.uuid}) as version ${rule.version}.${nobodyNotified(rule)}`,
    },
    delete: {
      summary: "Delete an alert rule and clear its alarms",
      question: (name) => `Delete the alert rule ${name}? This clears its active alarms.`,
    },
  }),
  ...alertRuleMuteCommands,
  try: loaded("Try a condition on stored readings", tryAlertRule),
};

async function changedFields([file]: readonly (string | undefined)[], options: RuleOptions): Promise<object> {
  const changed = await ruleFieldsOf(file, options);
  if (Object.keys(changed).length > 0) return changed;
  throw new CommandFailure("usage", "Say what to change, for example --above 30.", usageExit);
}

function describeRule(rule: Rule): string {
  return [
    `${printable(rule.name)} (${rule.uuid}), version ${rule.version} of ${shortTime(rule.updated_at)}`,
    `Severity:   ${rule.severity}`,
    `Applies to: ${printable(targetText(rule))}`,
    `Alarm when: the value ${conditionText(rule.condition as AlertCondition)}`,
    `Text:       ${printable(rule.text)}`,
    `Muted:      ${muteText(rule.mute)}`,
    `Told by:    ${printable(notifiedText(rule))}`,
  ].join("\n");
}

/** The notification rules that send its alarms to somebody. */
function notifiedText({ told_by: rules, tells_nobody }: Rule): string {
  if (tells_nobody) return "nobody";
  if (rules.length === 0) return "rules of other people";
  return rules.map(({ name, group }) => (group === null ? name : `${name} (group ${group})`)).join(", ");
}

function nobodyNotified({ tells_nobody }: Rule): string {
  return tells_nobody
    ? " Nobody gets a message about its alarms: no notification rule sends them to a channel that works."
    : "";
}

function targetText({ target, sensor }: Rule): string {
  switch (target.kind) {
    case "sensor":
      return sensor === null ? target.sensor : `${sensor.device.name}/${sensor.name}`;
    case "type":
      return `type ${target.type}`;
    case "group":
      return target.type == null ? `group ${target.group}` : `type ${target.type} in group ${target.group}`;
    case "template":
      return `${target.type == null ? "" : `type ${target.type} of `}devices that follow ${target.template}`;
  }
}
