import type { Command } from "commander";
import { alarmToJson } from "../manage/alarm-json.ts";
import {
  type AlarmChange,
  type AlarmView,
  acknowledgeAlarm,
  clearAlarm,
  unacknowledgeAlarm,
} from "../manage/alarms.ts";
import { describeAcknowledgement, describeAlarm, describeClearing } from "./alarm-output.ts";
import { effectiveConfig } from "./command-options.ts";
import { showExamples } from "./example.ts";
import { CommandFailure, valueOrFail } from "./failure.ts";
import { type OperatorAction, operatorName } from "./operator-audit.ts";
import { print, printJson } from "./output.ts";
import { originToJson } from "./record-output.ts";
import { changeRecords, parseId, type RecordOptions, takeRecordOptions } from "./record-scope.ts";

interface ChangeOptions extends RecordOptions {
  readonly by?: string;
}

export function defineAlarmAcknowledge(command: Command): void {
  command.description("Note that somebody has seen an alarm. It stays active until it is cleared.");
  takeName(command);
  defineChange(command, "alarm.acknowledge", acknowledgeAlarm, ({ hasChanged, alarm }) =>
    hasChanged
      ? `Acknowledged ${describeAlarm(alarm)} ${describeAcknowledgement(alarm)}.`
      : `The ${describeAlarm(alarm)} was acknowledged already, ${describeAcknowledgement(alarm)}.`,
  );
  showExamples(command, "weir alarm acknowledge 12", "weir alarm acknowledge 12 --by Ada");
}

export function defineAlarmUnacknowledge(command: Command): void {
  command.description("Take an acknowledgement back, as if nobody had seen the alarm.");
  defineChange(command, "alarm.unacknowledge", unacknowledgeAlarm, ({ hasChanged, alarm }) =>
    hasChanged
      ? `Nobody has acknowledged ${describeAlarm(alarm)} any more.`
      : `The ${describeAlarm(alarm)} stays as it was: ${whyKept(alarm)}.`,
  );
  showExamples(command, "weir alarm unacknowledge 12");
}

export function defineAlarmClear(command: Command): void {
  command.description("Clear an alarm by hand. The next reading that is a reason for it raises a new one.");
  takeName(command);
  defineChange(command, "alarm.clear", clearAlarm, ({ hasChanged, alarm }) =>
    hasChanged
      ? `Cleared ${describeAlarm(alarm)} ${describeClearing(alarm)}.`
      : `The ${describeAlarm(alarm)} was cleared already, ${describeClearing(alarm)}.`,
  );
  showExamples(command, "weir alarm clear 12", "weir alarm clear 12 --by Ada");
}

/** Whose name stands beside the alarm from then on. */
function takeName(command: Command): void {
  command.option("--by <name>", "Who does it (default: the user who runs the command)");
}

function whyKept(alarm: AlarmView): string {
  return alarm.state === "cleared"
    ? `it was cleared already, ${describeClearing(alarm)}`
    : "nobody has acknowledged it";
}

function defineChange(
  command: Command,
  action: string,
  change: typeof clearAlarm,
  toText: (done: AlarmChange) => string,
): void {
  command.argument("<id>", "Id of the alarm, as weir alarm list shows it", parseId);
  takeRecordOptions(command);
  command.action(async (id: number, options: ChangeOptions) => {
    const { config } = effectiveConfig(command);
    const done = await changeRecords(
      config,
      options,
      async (writer) => valueOrFail(await change(writer, id, options.by ?? operatorName())),
      (changed) => noteOf(action, changed),
    );
    if (done === null) throw new CommandFailure("unknown_alarm", `There is no alarm ${id}.`);
    if (options.json) printJson({ changed: done.hasChanged, ...alarmToJson(done.alarm, originToJson) });
    else print(toText(done));
  });
}

function noteOf(action: string, done: AlarmChange | null): OperatorAction | null {
  if (!done?.hasChanged) return null;
  const { id, accountId, state, name } = done.alarm;
  return {
    ...{ action, subjectKind: "alarm", subject: String(id) },
    ...{ whose: { accountId }, after: { state, name } },
  };
}
