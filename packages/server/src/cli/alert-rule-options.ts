import { severities } from "@weir/protocol/closed-sets";
import type { CallInput } from "@weir/protocol/manage/calls";
import { alertRule } from "@weir/protocol/resources/alert-rule";
import { type Command, InvalidArgumentError, Option } from "commander";
import { CommandFailure, usageExit } from "./failure.ts";
import { parseNumber } from "./parse-number.ts";
import { readJsonFile } from "./read-json-file.ts";

/** The parts of a rule that the command line gives. */
export interface RuleOptions {
  readonly name?: string;
  readonly severity?: (typeof severities)[number];
  readonly text?: string;
  readonly sensor?: string;
  readonly type?: string;
  readonly group?: string;
  readonly template?: string;
  readonly above?: number;
  readonly below?: number;
  readonly outside?: readonly [number, number];
  readonly rate?: number;
  readonly per?: "second" | "minute" | "hour";
  readonly unchanged?: number;
  readonly silent?: number;
  readonly hysteresis?: number;
  readonly for?: number;
  readonly readings?: number;
}

type RuleFields = CallInput<"createAlertRule">["body"];
type Condition = RuleFields["condition"];

export function takeRuleOptions(command: Command): Command {
  command
    .option("--name <name>", "Name of the rule, which is also the name of its alarms")
    .addOption(new Option("--severity <severity>", "How severe the alarm is").choices(severities))
    .option("--text <text>", "Message of the alarm; may contain {{value}}, {{device.name}} and so on")
    .option("--sensor <uuid>", "Apply to this sensor")
    .option("--type <type>", "Apply to all sensors of this type")
    .option("--group <name>", "Apply to the devices of this group; with --type only to such sensors")
    .option("--template <name>", "Apply to the devices that follow this template; --type narrows it, too");
  return takeCondition(command);
}

export function takeCondition(command: Command): Command {
  return command
    .option("--above <limit>", "Raise the alarm above this value", parseNumber)
    .option("--below <limit>", "Raise the alarm below this value", parseNumber)
    .option("--outside <min,max>", "Raise the alarm outside this range", parseRange)
    .option("--rate <limit>", "Raise the alarm if the value changes by more, see --per", parseNumber)
    .addOption(
      new Option("--per <unit>", "What --rate is measured per").choices(["second", "minute", "hour"]),
    )
    .option("--unchanged <seconds>", "Raise the alarm if the value does not change for so long", parseNumber)
    .option("--silent <seconds>", "Raise the alarm if no reading is saved for so long", parseNumber)
    .option("--hysteresis <amount>", "How far the value must come back to clear the alarm", parseNumber)
    .option("--for <seconds>", "How long the value must be beyond the limit", parseNumber)
    .option("--readings <number>", "How many readings in a row must be beyond the limit", parseNumber);
}

/** The fields of a rule from a file, and from options, which take precedence. */
export async function ruleFieldsOf(
  file: string | undefined,
  options: RuleOptions,
): Promise<Partial<RuleFields>> {
  const given = file === undefined ? {} : ((await readJsonFile(file)) as Partial<RuleFields>);
  const { name, severity, text } = options;
  const [target, condition] = [targetOf(options), conditionOf(options)];
  return {
    ...onlyFields(given),
    ...(name === undefined ? {} : { name }),
    ...(severity === undefined ? {} : { severity }),
    ...(text === undefined ? {} : { text }),
    ...(target === null ? {} : { target }),
    ...(condition === null ? {} : { condition }),
  };
}

/** Leaves out what `weir alert-rule show --json` prints besides, so that its output can be edited and used again. */
function onlyFields(given: Partial<RuleFields>): Partial<RuleFields> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => name in alertRule.fields));
}

function targetOf({ sensor, type, group, template }: RuleOptions): RuleFields["target"] | null {
  const given = [sensor, group, template].filter((each) => each !== undefined);
  if (given.length > 1 || (sensor !== undefined && type !== undefined))
    throw new CommandFailure(
      "usage",
      "Give one of --sensor, --group and --template. Only the last two go with --type.",
      usageExit,
    );
  if (sensor !== undefined) return { kind: "sensor", sensor };
  if (group !== undefined) return { kind: "group", group, type: type ?? null };
  if (template !== undefined) return { kind: "template", template, type: type ?? null };
  return type === undefined ? null : { kind: "type", type };
}

/** Null if no option describes a condition. */
export function conditionOf(options: RuleOptions): Condition | null {
  const { above, below, outside, rate, per, unchanged, silent, hysteresis } = options;
  const { for: forSeconds, readings } = options;
  const lasting = {
    ...(hysteresis === undefined ? {} : { hysteresis }),
    ...(forSeconds === undefined ? {} : { for_seconds: forSeconds }),
    ...(readings === undefined ? {} : { for_readings: readings }),
  };
  const found: Condition[] = [
    ...(above === undefined ? [] : [{ kind: "above" as const, limit: above, ...lasting }]),
    ...(below === undefined ? [] : [{ kind: "below" as const, limit: below, ...lasting }]),
    ...(outside === undefined
      ? []
      : [{ kind: "outside" as const, min: outside[0], max: outside[1], ...lasting }]),
    ...(rate === undefined
      ? []
      : [{ kind: "rate" as const, limit: rate, ...(per === undefined ? {} : { per }), ...lasting }]),
    ...(unchanged === undefined ? [] : [{ kind: "unchanged" as const, seconds: unchanged }]),
    ...(silent === undefined ? [] : [{ kind: "silent" as const, seconds: silent }]),
  ];
  if (found.length > 1)
    throw new CommandFailure("usage", "Give only one condition, such as --above 30.", usageExit);
  return found[0] ?? null;
}

function parseRange(text: string): [number, number] {
  const ends = text.split(",").map(parseNumber);
  if (ends.length !== 2) throw new InvalidArgumentError("It must be two numbers, such as 2,8.");
  return ends as [number, number];
}
