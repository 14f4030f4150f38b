import { type CommandTree, oneOf } from "../command-tree.ts";

const alarmFile = async () => (await import("../alarm-commands.ts")).alarmCommands;
export const alarm: CommandTree = {
  list: oneOf(alarmFile, "list", "List alarms"),
  acknowledge: oneOf(alarmFile, "acknowledge", "Acknowledge alarms"),
  unacknowledge: oneOf(alarmFile, "unacknowledge", "Remove the acknowledgement of alarms"),
  clear: oneOf(alarmFile, "clear", "Clear alarms manually"),
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
  list: oneOf(outboxFile, "list", "List messages sent by chains, with their state"),
  show: oneOf(outboxFile, "show", "Show a message in the outbox"),
  retry: oneOf(outboxFile, "retry", "Send dead or delivered messages again"),
};
