import { alarmsAtOnceMax } from "@weir/protocol/manage/alarm-routes";
import { alarmValueList } from "@weir/protocol/manage/alarm-values";
import type { CallAnswer } from "@weir/protocol/manage/calls";
import { alarmParams } from "./alarm-follow-up-commands.ts";
import {
  type Alarm,
  describeAcknowledgement,
  describeAlarm,
  describeAlarmInFull,
  describeAlarmSource,
  describeClearing,
} from "./alarm-output.ts";
import type { DefineCommand } from "./command-tree.ts";
import { apiCommand } from "./derived/api-command.ts";
import { recordListCommand } from "./derived/record-list-command.ts";
import { exampleUuid } from "./example.ts";
import { CommandFailure, usageExit } from "./failure.ts";
import { printable } from "./output.ts";
import {
  addAnswer,
  failForUnknown,
  findRecords,
  parseId,
  parseIds,
  type RecordOptions,
  takeAccount,
} from "./records.ts";

const list = recordListCommand({
  route: "listAlarms",
  description: "List alarms, newest first. Shows only active alarms unless --state says otherwise.",
  options: ["state", "severity", "device", "sensor", "chain", "assignee", "snoozed"],
  defaults: { state: "active" },
  columns: {
    ID: ({ id }) => String(id),
    STATE: ({ state }) => state,
    SEVERITY: ({ severity }) => severity,
    RAISED: ({ raised_at }) => raised_at,
    SENSOR: describeAlarmSource,
    NAME: ({ name }) => printable(name),
    ...valueColumns(),
    MESSAGE: ({ message }) => printable(message ?? "-"),
  },
  none: ({ state }) =>
    `No ${state === "all" ? "" : `${state} `}alarms. Chains and alert rules raise them: weir chain nodes raise-alarm`,
  examples: [
    "weir alarm list",
    "weir alarm list --state all --severity critical",
    `weir alarm list --device ${exampleUuid} --sensor temperature --json`,
  ],
});

const acknowledge = changeCommand({
  description: "Mark alarms as seen. They stay active until they are cleared.",
  route: "acknowledgeAlarms",
  takesName: true,
  toText: (hasChanged, alarm) =>
    hasChanged
      ? `Acknowledged ${describeAlarm(alarm)} ${describeAcknowledgement(alarm)}.`
      : `The ${describeAlarm(alarm)} was already acknowledged ${describeAcknowledgement(alarm)}.`,
  examples: ["weir alarm acknowledge 12", "weir alarm acknowledge 12 13 14 --by Ada"],
});

const unacknowledge = changeCommand({
  description: "Remove acknowledgements, so that the alarms count as unseen again.",
  route: "unacknowledgeAlarms",
  takesName: false,
  toText: (hasChanged, alarm) =>
    hasChanged
      ? `Removed the acknowledgement of ${describeAlarm(alarm)}.`
      : `The ${describeAlarm(alarm)} was not changed: ${whyKept(alarm)}.`,
  examples: ["weir alarm unacknowledge 12"],
});

const clear = changeCommand({
  description: "Clear alarms manually. If the cause remains, the next reading raises a new alarm.",
  route: "clearAlarms",
  takesName: true,
  toText: (hasChanged, alarm) =>
    hasChanged
      ? `Cleared ${describeAlarm(alarm)} ${describeClearing(alarm)}.`
      : `The ${describeAlarm(alarm)} was already cleared ${describeClearing(alarm)}.`,
  examples: ["weir alarm clear 12", "weir alarm clear 12 --by Ada"],
});

const show = apiCommand({
  take: (command) =>
    takeAccount(command.argument("<id>", "Id of an alarm, as weir alarm list shows it", parseId)),
  examples: ["weir alarm show 12"],
  async call(api, [id]: [number], options: RecordOptions) {
    const params = await alarmParams(api, id, options);
    const alarm = await api.call("showAlarm", { params });
    return { ...alarm, history: (await api.call("showAlarmHistory", { params })).items };
  },
  text: describeAlarmInFull,
});

/** The values that lists show, each in a column. */
function valueColumns(): Record<string, (alarm: Alarm) => string> {
  const listed = alarmValueList.flatMap(({ name, column }) =>
    column === undefined
      ? []
      : [[column.toUpperCase(), (alarm: Alarm) => String(alarm[name] ?? "-")] as const],
  );
  return Object.fromEntries(listed);
}

export const alarmCommands = { list, show, acknowledge, unacknowledge, clear };

type ChangeRoute = "acknowledgeAlarms" | "unacknowledgeAlarms" | "clearAlarms";
type Changed = CallAnswer<ChangeRoute>;

interface ChangeCommand {
  readonly description: string;
  readonly route: ChangeRoute;
  /** Whether the command records a name with the alarm. */
  readonly takesName: boolean;
  readonly toText: (hasChanged: boolean, alarm: Alarm) => string;
  readonly examples: readonly string[];
}

function changeCommand({ description, route, takesName, toText, examples }: ChangeCommand): DefineCommand {
  return apiCommand({
    description,
    take(command) {
      if (takesName) command.option("--by <name>", "Name to record (default: the user who runs the command)");
      const ids = `Ids of up to ${alarmsAtOnceMax} alarms, as weir alarm list shows them`;
      takeAccount(command.argument("<ids...>", ids, parseIds));
    },
    examples,
    async call(api, [named]: [number[]], { account, by }: RecordOptions & { by?: string }) {
      if (named.length > alarmsAtOnceMax)
        throw new CommandFailure("usage", `Give at most ${alarmsAtOnceMax} ids.`, usageExit);
      await api.awaitAccepted();
      const { idsOf, unknownIds } = await findRecords(api, "alarm", named, account);
      const done: Changed = { changed: [], unchanged: [], unknown_ids: [...unknownIds], alarms: [] };
      for (const [uuid, ids] of idsOf) {
        const body = { ids: [...ids], ...(by === undefined ? {} : { by }) };
        addAnswer(done, await api.call(route, { params: { account: uuid }, body }));
      }
      return done;
    },
    text: ({ alarms, changed }) =>
      alarms.map((alarm) => toText(changed.includes(alarm.id), alarm)).join("\n"),
    check: (done) => failForUnknown("alarm", done.unknown_ids),
  });
}

function whyKept(alarm: Alarm): string {
  return alarm.state === "cleared"
    ? `it was already cleared ${describeClearing(alarm)}`
    : "nobody has acknowledged it";
}
