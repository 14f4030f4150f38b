import { type CommandTree, oneOf } from "../command-tree.ts";

const alarmFile = async () => (await import("../alarm-commands.ts")).alarmCommands;
const alarmFollowUpFile = async () => (await import("../alarm-follow-up-commands.ts")).alarmFollowUpCommands;
export const alarm: CommandTree = {
  list: oneOf(alarmFile, "list", "List alarms"),
  show: oneOf(alarmFile, "show", "Show an alarm and its history"),
  acknowledge: oneOf(alarmFile, "acknowledge", "Acknowledge alarms"),
  unacknowledge: oneOf(alarmFile, "unacknowledge", "Remove the acknowledgement of alarms"),
  clear: oneOf(alarmFile, "clear", "Clear alarms manually"),
  comment: oneOf(alarmFollowUpFile, "comment", "Comment on an alarm"),
  assign: oneOf(alarmFollowUpFile, "assign", "Assign an alarm to a member, or to nobody"),
  snooze: oneOf(alarmFollowUpFile, "snooze", "Keep an alarm quiet until a time, or end that"),
};

const deadLetterFile = async () => (await import("../dead-letter-commands.ts")).deadLetterCommands;
export const deadLetter: CommandTree = {
  list: oneOf(deadLetterFile, "list", "List readings that could not be processed"),
  show: oneOf(deadLetterFile, "show", "Show a dead letter in full"),
  replay: oneOf(deadLetterFile, "replay", "Run dead letters through their chains again"),
  discard: oneOf(deadLetterFile, "discard", "Permanently delete dead letters"),
};

const outboxFile = async () => (await import("../outbox-commands.ts")).outboxCommands;
export const outbox: CommandTree = {
  list: oneOf(outboxFile, "list", "List messages of chains and notifications of alarms, with their state"),
  show: oneOf(outboxFile, "show", "Show a message in the outbox"),
  retry: oneOf(outboxFile, "retry", "Send dead or delivered messages again"),
};
