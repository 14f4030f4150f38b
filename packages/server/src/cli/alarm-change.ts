import { alarmsAtOnceMax } from "@weir/protocol/manage/alarm-routes";
import type { CallAnswer } from "@weir/protocol/manage/calls";
import type { Command } from "commander";
import { type Alarm, describeAcknowledgement, describeAlarm, describeClearing } from "./alarm-output.ts";
import type { ApiClient } from "./client/api-client.ts";
import { takeApiOptions, withApi } from "./client/connect.ts";
import { showExamples } from "./example.ts";
import { CommandFailure, usageExit } from "./failure.ts";
import { print, printJson } from "./output.ts";
import { failForUnknown, findRecords, parseIds, type RecordOptions, takeAccount } from "./records.ts";

interface ChangeOptions extends RecordOptions {
  readonly by?: string;
}

export function defineAlarmAcknowledge(command: Command): void {
  command.description("Note that somebody has seen alarms. They stay active until they are cleared.");
  takeName(command);
  defineChange(command, "acknowledgeAlarms", (hasChanged, alarm) =>
    hasChanged
      ? `Acknowledged ${describeAlarm(alarm)} ${describeAcknowledgement(alarm)}.`
      : `The ${describeAlarm(alarm)} was acknowledged already, ${describeAcknowledgement(alarm)}.`,
  );
  showExamples(command, "weir alarm acknowledge 12", "weir alarm acknowledge 12 13 14 --by Ada");
}

export function defineAlarmUnacknowledge(command: Command): void {
  command.description("Take acknowledgements back, as if nobody had seen the alarms.");
  defineChange(command, "unacknowledgeAlarms", (hasChanged, alarm) =>
    hasChanged
      ? `Nobody has acknowledged ${describeAlarm(alarm)} any more.`
      : `The ${describeAlarm(alarm)} stays as it was: ${whyKept(alarm)}.`,
  );
  showExamples(command, "weir alarm unacknowledge 12");
}

export function defineAlarmClear(command: Command): void {
  command.description("Clear alarms by hand. The next reading that is a reason for one raises it anew.");
  takeName(command);
  defineChange(command, "clearAlarms", (hasChanged, alarm) =>
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

function whyKept(alarm: Alarm): string {
  return alarm.state === "cleared"
    ? `it was cleared already, ${describeClearing(alarm)}`
    : "nobody has acknowledged it";
}

type ChangeRoute = "acknowledgeAlarms" | "unacknowledgeAlarms" | "clearAlarms";
type Changed = CallAnswer<ChangeRoute>;

function defineChange(
  command: Command,
  route: ChangeRoute,
  toText: (hasChanged: boolean, alarm: Alarm) => string,
): void {
  command.argument(
    "<ids...>",
    `Ids of up to ${alarmsAtOnceMax} alarms, as weir alarm list shows them`,
    parseIds,
  );
  takeApiOptions(takeAccount(command));
  command.action(async (ids: number[], options: ChangeOptions) => {
    if (ids.length > alarmsAtOnceMax) {
      throw new CommandFailure("usage", `Give ${alarmsAtOnceMax} ids at most.`, usageExit);
    }
    const done = await withApi(command, (api) => changeAlarms(api, route, ids, options));
    if (options.json) printJson(done);
    else for (const alarm of done.alarms) print(toText(done.changed.includes(alarm.id), alarm));
    failForUnknown("alarm", done.unknown_ids);
  });
}

/** Account after account; the answers together. */
async function changeAlarms(
  api: ApiClient,
  route: ChangeRoute,
  named: readonly number[],
  { account, by }: ChangeOptions,
): Promise<Changed> {
  await api.awaitAccepted();
  const { idsOf, unknownIds } = await findRecords(api, "alarm", named, account);
  const done: Changed = { changed: [], unchanged: [], unknown_ids: [...unknownIds], alarms: [] };
  for (const [uuid, ids] of idsOf) {
    const body = { ids: [...ids], ...(by === undefined ? {} : { by }) };
    const answer = await api.call(route, { params: { account: uuid }, body });
    done.changed.push(...answer.changed);
    done.unchanged.push(...answer.unchanged);
    done.unknown_ids.push(...answer.unknown_ids);
    done.alarms.push(...answer.alarms);
  }
  return done;
}
