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

const alertRuleFile = async () => (await import("../alert-rule-commands.ts")).alertRuleCommands;
const muteFile = async () => (await import("../alert-rule-mute.ts")).alertRuleMuteCommands;
export const alertRule: CommandTree = {
  list: oneOf(alertRuleFile, "list", "List the alert rules"),
  show: oneOf(alertRuleFile, "show", "Show an alert rule"),
  create: oneOf(alertRuleFile, "create", "Create an alert rule"),
  update: oneOf(alertRuleFile, "update", "Change an alert rule"),
  delete: oneOf(alertRuleFile, "delete", "Delete an alert rule and clear its alarms"),
  mute: oneOf(muteFile, "mute", "Mute an alert rule for a time or every week"),
  unmute: oneOf(muteFile, "unmute", "End the mutes of an alert rule"),
  try: oneOf(alertRuleFile, "try", "Try a condition on stored readings"),
};

const channelFile = async () => (await import("../channel-commands.ts")).channelCommands;
export const channel: CommandTree = {
  list: oneOf(channelFile, "list", "List the channels"),
  create: oneOf(channelFile, "create", "Create a channel"),
  update: oneOf(channelFile, "update", "Change a channel"),
  test: oneOf(channelFile, "test", "Send a test message to a channel"),
  delete: oneOf(channelFile, "delete", "Delete a channel"),
};

const notificationRuleFile = async () =>
  (await import("../notification-rule-commands.ts")).notificationRuleCommands;
export const notificationRule: CommandTree = {
  list: oneOf(notificationRuleFile, "list", "List the notification rules"),
  create: oneOf(notificationRuleFile, "create", "Create a notification rule"),
  update: oneOf(notificationRuleFile, "update", "Change a notification rule"),
  delete: oneOf(notificationRuleFile, "delete", "Delete a notification rule"),
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
