import type { CallAnswer, CallInput } from "@weir/protocol/manage/calls";
import { counted } from "../platform/counted.ts";
import { type AccountOptions, takeOneAccount } from "./account-options.ts";
import { conditionOf, type RuleOptions, takeCondition } from "./alert-rule-options.ts";
import { alertRuleNamed } from "./alert-rule-params.ts";
import { apiCommand } from "./derived/api-command.ts";
import { CommandFailure, usageExit } from "./failure.ts";

interface TryOptions extends AccountOptions, RuleOptions {
  readonly hours: string;
}

export const tryAlertRule = apiCommand({
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
        : await api.call("showAlertRule", { params: await alertRuleNamed.params(api, named, account) });
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
