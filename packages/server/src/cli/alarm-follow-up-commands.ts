import type { Command } from "commander";
import { describeAlarm } from "./alarm-output.ts";
import type { ApiClient } from "./client/api-client.ts";
import { apiCommand } from "./derived/api-command.ts";
import { endOfHours } from "./end-of-hours.ts";
import { CommandFailure, usageExit } from "./failure.ts";
import { failForUnknown, findRecords, parseId, type RecordOptions, takeAccount } from "./records.ts";

const comment = apiCommand({
  take: (command) => takeAlarm(command).argument("<text>", "The comment"),
  examples: ['weir alarm comment 12 "The door was open."'],
  call: async (api, [id, text]: [number, string], options: RecordOptions) =>
    api.call("commentOnAlarm", { params: await alarmParams(api, id, options), body: { text } }),
  text: (_, [id]) => `Commented on alarm ${id}.`,
});

const assign = apiCommand({
  take: (command) =>
    takeAlarm(command).argument("[member]", "Email address of a member; nobody if it is left out"),
  examples: ["weir alarm assign 12 ada@example.org", "weir alarm assign 12"],
  call: async (api, [id, member]: [number, string | undefined], options: RecordOptions) =>
    api.call("assignAlarm", {
      params: await alarmParams(api, id, options),
      body: { assignee: member ?? null },
    }),
  text: (alarm) => `Assigned ${describeAlarm(alarm)} to ${alarm.assignee?.email ?? "nobody"}.`,
});

interface SnoozeOptions extends RecordOptions {
  readonly until?: string;
  readonly hours?: string;
  readonly end?: true;
}

const snooze = apiCommand({
  take: (command) =>
    takeAlarm(command)
      .option("--until <time>", "Until this time, in ISO 8601")
      .option("--hours <number>", "For so many hours from now")
      .option("--end", "End the snooze"),
  examples: ["weir alarm snooze 12 --hours 4", "weir alarm snooze 12 --end"],
  call: async (api, [id]: [number], options: SnoozeOptions) =>
    api.call("snoozeAlarm", {
      params: await alarmParams(api, id, options),
      body: { until: untilOf(options) },
    }),
  text: (alarm) =>
    alarm.snoozed_until === null
      ? `The ${describeAlarm(alarm)} is not snoozed.`
      : `Snoozed ${describeAlarm(alarm)} until ${alarm.snoozed_until}.`,
});

export const alarmFollowUpCommands = { comment, assign, snooze };

function untilOf({ until, hours, end }: SnoozeOptions): string | null {
  if ([until, hours, end].filter((given) => given !== undefined).length !== 1)
    throw new CommandFailure("usage", "Give --hours, --until or --end.", usageExit);
  return hours === undefined ? (until ?? null) : endOfHours(hours);
}

function takeAlarm(command: Command): Command {
  return takeAccount(command.argument("<id>", "Id of an alarm, as weir alarm list shows it", parseId));
}

/** The alarm with its account, which an operator need not name. */
export async function alarmParams(api: ApiClient, id: number, { account }: RecordOptions) {
  await api.awaitAccepted();
  const { idsOf, unknownIds } = await findRecords(api, "alarm", [id], account);
  failForUnknown("alarm", unknownIds);
  const [uuid] = idsOf.keys();
  return { account: uuid!, id };
}
