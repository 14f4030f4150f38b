import { alarmsAtOnceMax } from "@weir/protocol/manage/alarm-routes";
import type { Command } from "commander";
import { operatorName } from "../control/actor.ts";
import { alarmToJson } from "../manage/alarms/alarm-json.ts";
import { type AlarmAction, type AlarmChange, type AlarmView, changeAlarms } from "../manage/alarms/alarms.ts";
import { describeAcknowledgement, describeAlarm, describeClearing } from "./alarm-output.ts";
import { effectiveConfig } from "./command-options.ts";
import { showExamples } from "./example.ts";
import { CommandFailure, usageExit, valueOrFail } from "./failure.ts";
import { print, printJson } from "./output.ts";
import { originToJson } from "./record-output.ts";
import { changeRecords, parseIds, type RecordOptions, takeRecordOptions } from "./record-scope.ts";

interface ChangeOptions extends RecordOptions {
  readonly by?: string;
}

export function defineAlarmAcknowledge(command: Command): void {
  command.description("Note that somebody has seen alarms. They stay active until they are cleared.");
  takeName(command);
  defineChange(command, "acknowledge", ({ hasChanged, alarm }) =>
    hasChanged
      ? `Acknowledged ${describeAlarm(alarm)} ${describeAcknowledgement(alarm)}.`
      : `The ${describeAlarm(alarm)} was acknowledged already, ${describeAcknowledgement(alarm)}.`,
  );
  showExamples(command, "weir alarm acknowledge 12", "weir alarm acknowledge 12 13 14 --by Ada");
}

export function defineAlarmUnacknowledge(command: Command): void {
  command.description("Take acknowledgements back, as if nobody had seen the alarms.");
  defineChange(command, "unacknowledge", ({ hasChanged, alarm }) =>
    hasChanged
      ? `Nobody has acknowledged ${describeAlarm(alarm)} any more.`
      : `The ${describeAlarm(alarm)} stays as it was: ${whyKept(alarm)}.`,
  );
  showExamples(command, "weir alarm unacknowledge 12");
}

export function defineAlarmClear(command: Command): void {
  command.description("Clear alarms by hand. The next reading that is a reason for one raises it anew.");
  takeName(command);
  defineChange(command, "clear", ({ hasChanged, alarm }) =>
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

function defineChange(command: Command, action: AlarmAction, toText: (done: AlarmChange) => string): void {
  command.argument(
    "<ids...>",
    `Ids of up to ${alarmsAtOnceMax} alarms, as weir alarm list shows them`,
    parseIds,
  );
  takeRecordOptions(command);
  command.action(async (ids: number[], options: ChangeOptions) => {
    if (ids.length > alarmsAtOnceMax) {
      throw new CommandFailure("usage", `Give ${alarmsAtOnceMax} ids at most.`, usageExit);
    }
    const { config } = effectiveConfig(command);
    const { changes, unknownIds } = await changeRecords(config, options, async (writer) =>
      valueOrFail(await changeAlarms(writer, action, ids, options.by ?? operatorName())),
    );
    if (options.json) printChanges(changes, ids.length === 1);
    else for (const change of changes) print(toText(change));
    if (unknownIds.length > 0) throw unknownAlarms(unknownIds);
  });
}

/** Where one alarm was named, just that one; else a list. */
function printChanges(changes: readonly AlarmChange[], isOneNamed: boolean): void {
  const done = changes.map(({ hasChanged, alarm }) => ({
    changed: hasChanged,
    ...alarmToJson(alarm, originToJson),
  }));
  if (!isOneNamed) printJson(done);
  else if (done[0] !== undefined) printJson(done[0]);
}

/** Ids that were named and are not there are a failure, after everything else was done. */
function unknownAlarms(ids: readonly number[]): CommandFailure {
  const missing = ids.length === 1 ? `is no alarm ${ids[0]}` : `are no alarms ${ids.join(", ")}`;
  return new CommandFailure("unknown_alarm", `There ${missing}.`);
}
