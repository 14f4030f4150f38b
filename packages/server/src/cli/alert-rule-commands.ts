import type { CallAnswer, CallInput } from "@weir/protocol/manage/calls";
import type { AlertCondition } from "@weir/rule-engine/alerts/alert-condition";
import { conditionText } from "@weir/rule-engine/alerts/condition-text";
import type { Command } from "commander";
import { counted } from "../platform/counted.ts";
import {
  conditionOf,
  type RuleFields,
  type RuleOptions,
  ruleFieldsOf,
  takeCondition,
  takeRuleOptions,
} from "./alert-rule-options.ts";
import { muteText, ruleParams } from "./alert-rule-params.ts";
import type { ItemOf } from "./client/api-client.ts";
import type { ApiOptions } from "./client/connect.ts";
import { takeOneAccount } from "./command-options.ts";
import { askFirst, type ConfirmOptions, takeYes } from "./confirm.ts";
import { apiCommand } from "./derived/api-command.ts";
import { listCommand } from "./derived/list-command.ts";
import { CommandFailure, usageExit } from "./failure.ts";
import { printable } from "./output.ts";
import { shortTime } from "./table.ts";

type Rule = ItemOf<"listAlertRules">;

interface AccountOptions extends ApiOptions {
  readonly account?: string;
}

const list = listCommand({
  route: "listAlertRules",
  within: "one account",
  columns: {
    RULE: ({ name }) => printable(name),
    SEVERITY: ({ severity }) => severity,
    "APPLIES TO": (rule) => printable(targetText(rule)),
    "ALARM WHEN THE VALUE": ({ condition }) => conditionText(condition as AlertCondition),
    MUTED: ({ mute }) => muteText(mute),
    "TOLD BY": (rule) => printable(toldText(rule)),
    UUID: ({ uuid }) => uuid,
  },
  none: "No alert rules yet. Create one: weir alert-rule create --help",
  examples: ["weir alert-rule list"],
});

const show = apiCommand({
  take: takeRule,
  examples: [
    'weir alert-rule show "Freezer too warm"',
    'weir alert-rule show "Freezer too warm" --json > rule.json',
  ],
  call: async (api, [rule]: [string], { account }: AccountOptions) =>
    api.call("showAlertRule", { params: await ruleParams(api, rule, account) }),
  text: describeRule,
});

const create = apiCommand({
  description:
    "Create an alert rule from options, or from a JSON file with the fields of the API. Options take precedence.",
  take: (command) => takeOneAccount(takeRuleOptions(takeFile(command))),
  examples: [
    'weir alert-rule create --name "Too warm" --severity critical --text "{{value}} °C" --group Freezers --above -15 --for 600',
    "weir alert-rule create rule.json",
  ],
  needs: { begins: true },
  async call(api, [file]: [string | undefined], { account, ...options }: AccountOptions & RuleOptions) {
    const { uuid } = await api.accountFor(account);
    const body = (await ruleFieldsOf(file, options)) as RuleFields;
    return api.call("createAlertRule", { params: { account: uuid }, body });
  },
  text: (rule) => `Created alert rule ${printable(rule.name)} (${rule.uuid}).${nobodyTold(rule)}`,
});

const update = apiCommand({
  description: "Change an alert rule. What is not given stays as it is. Saves a new version.",
  take: (command) => takeOneAccount(takeRuleOptions(takeFile(takeName(command)))),
  examples: ['weir alert-rule update "Too warm" --above -12', 'weir alert-rule update "Too warm" rule.json'],
  async call(
    api,
    [rule, file]: [string, string | undefined],
    { account, ...options }: AccountOptions & RuleOptions,
  ) {
    const params = await ruleParams(api, rule, account);
    const body = await ruleFieldsOf(file, options);
    if (Object.keys(body).length === 0)
      throw new CommandFailure("usage", "Say what to change, for example --above 30.", usageExit);
    return api.call("updateAlertRule", { params, body, ifMatch: "*" });
  },
  text: (rule) =>
    `Saved alert rule ${printable(rule.name)} (${rule.uuid}) as version ${rule.version}.${nobodyTold(rule)}`,
});

const remove = apiCommand({
  take: (command) => takeYes(takeRule(command)),
  examples: ['weir alert-rule delete "Too warm"'],
  async call(api, [rule]: [string], options: AccountOptions & ConfirmOptions) {
    const params = await ruleParams(api, rule, options.account);
    await askFirst(`Delete the alert rule ${rule}? Its active alarms are cleared.`, options);
    await api.call("deleteAlertRule", { params, ifMatch: "*" });
    return { rule: params.rule, deleted: true };
  },
  text: (_, [rule]) => `Deleted alert rule ${rule}.`,
});

interface TryOptions extends AccountOptions, RuleOptions {
  readonly hours: string;
}

const tryRule = apiCommand({
  description:
    "Try a condition on the stored readings of a sensor: that of a rule, or the given one. Nothing is saved.",
  take: (command) =>
    takeOneAccount(
      takeCondition(
        command
          .argument("[rule]", "Name or UUID of an alert rule")
          .option("--sensor <uuid>", "Sensor whose readings are judged (default: that of the rule)")
          .option("--hours <number>", "How many hours back", "168"),
      ),
    ),
  examples: [
    'weir alert-rule try "Too warm"',
    "weir alert-rule try --sensor 0b6f0a5e-3f52-4a42-8c1a-2f4d6b1c9e77 --above 30 --hours 24",
  ],
  async call(api, [named]: [string | undefined], { account, hours, ...options }: TryOptions) {
    const { uuid } = await api.accountFor(account);
    const rule =
      named === undefined
        ? null
        : await api.call("showAlertRule", { params: await ruleParams(api, named, account) });
    const condition = conditionOf(options) ?? rule?.condition;
    if (condition === undefined)
      throw new CommandFailure("usage", "Name a rule, or give a condition such as --above 30.", usageExit);
    const sensor = options.sensor ?? (rule?.target.kind === "sensor" ? rule.target.sensor : undefined);
    if (sensor === undefined)
      throw new CommandFailure("usage", "Say whose readings to judge, with --sensor UUID.", usageExit);
    const body: CallInput<"tryAlertRule">["body"] = { sensor, hours: Number(hours), condition };
    return api.call("tryAlertRule", { params: { account: uuid }, body });
  },
  text: describeTrial,
});

const changesShownMax = 20;

function describeTrial({
  readings,
  raised,
  is_active,
  is_complete,
  changes,
}: CallAnswer<"tryAlertRule">): string {
  const shown = changes
    .slice(0, changesShownMax)
    .map(({ change, at, value }) => `${at}  ${change} at ${value}`);
  return [
    `Would have raised ${counted(raised, "alarm")} in ${counted(readings, "reading")}.`,
    ...shown,
    ...(changes.length > shown.length
      ? [`and ${counted(changes.length - shown.length, "more change")}`]
      : []),
    ...(is_active ? ["The last alarm would still be active."] : []),
    ...(is_complete ? [] : ["There are more readings than one trial judges."]),
  ].join("\n");
}

function describeRule(rule: Rule): string {
  return [
    `${printable(rule.name)} (${rule.uuid}), version ${rule.version} of ${shortTime(rule.updated_at)}`,
    `Severity:   ${rule.severity}`,
    `Applies to: ${printable(targetText(rule))}`,
    `Alarm when: the value ${conditionText(rule.condition as AlertCondition)}`,
    `Text:       ${printable(rule.text)}`,
    `Muted:      ${muteText(rule.mute)}`,
    `Told by:    ${printable(toldText(rule))}`,
  ].join("\n");
}

/** The notification rules that send its alarms to somebody. */
function toldText({ told_by: rules, tells_nobody }: Rule): string {
  if (tells_nobody) return "nobody";
  if (rules.length === 0) return "rules of other people";
  return rules.map(({ name, group }) => (group === null ? name : `${name} (group ${group})`)).join(", ");
}

function nobodyTold({ tells_nobody }: Rule): string {
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

function takeName(command: Command): Command {
  return command.argument("<rule>", "Name or UUID of the alert rule");
}

function takeRule(command: Command): Command {
  return takeOneAccount(takeName(command));
}

function takeFile(command: Command): Command {
  return command.argument("[file]", "JSON file with the fields of the rule; - for standard input");
}

export const alertRuleCommands = { list, show, create, update, delete: remove, try: tryRule };
