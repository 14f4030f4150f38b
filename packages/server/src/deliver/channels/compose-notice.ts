import { type Severity, severitiesByGravity } from "@weir/protocol/closed-sets";
import { notifiedInWords } from "@weir/protocol/manage/alarm-values";
import type { NotificationMessage, NotifiedAlarm } from "@weir/rule-engine/message";
import { counted } from "../../platform/counted.ts";
import { formatMicros } from "../../platform/instant.ts";
import type { Notice } from "./notice.ts";

const severityWords = { info: "Info", warning: "Warning", critical: "Critical" } as const satisfies Record<
  Severity,
  string
>;

type Limit = NonNullable<NotificationMessage["limit"]>;

/** Puts a message into words. `publicUrl` is the address of the server, for links; null leaves them out. */
export function composeNotice(message: NotificationMessage, publicUrl: string | null): Notice {
  const { event, alarms, more } = message;
  const severity =
    severitiesByGravity.find((each) => alarms.some((alarm) => alarm.severity === each)) ?? null;
  const [first] = alarms;
  const isLimited = event === "limited";
  const isOne = first !== undefined && alarms.length + more === 1 && !isLimited;
  const page = isOne ? `/alarms/${first.id}` : "/alarms";
  const lines = isOne ? [placeAndText(first)] : alarms.map(lineOf);
  if (more > 0) lines.push(`… and ${more} more.`);
  if (message.limit !== undefined && !isLimited) lines.push(lastBefore(message.limit));
  if (message.limit !== undefined && isLimited) lines.unshift(leftOutBy(message.limit));
  return {
    event,
    severity,
    alarms,
    text: lines.join("\n"),
    title: isOne ? titleOf(first, event) : titleOfSeveral(message),
    url: publicUrl === null ? null : publicUrl + page,
  };
}

function titleOf(alarm: NotifiedAlarm, event: NotificationMessage["event"]): string {
  const name = onOneLine(alarm.name);
  if (alarm.change === "cleared") return `Cleared: ${name}`;
  if (event === "escalated")
    return `Not acknowledged: ${name} (${severityWords[alarm.severity].toLowerCase()})`;
  return `${severityWords[alarm.severity]}: ${name}`;
}

function titleOfSeveral({ event, alarms, more }: NotificationMessage): string {
  const changes = alarms.length + more;
  if (event === "limited") return `Limit reached: ${counted(changes, "more change")} of alarms`;
  if (more > 0) return `Alarms: ${counted(changes, "change")}`;
  const raised = alarms.filter(({ change }) => change === "raised").length;
  const cleared = alarms.length - raised;
  const parts = [raised > 0 ? `${raised} raised` : "", cleared > 0 ? `${cleared} cleared` : ""];
  return `Alarms: ${parts.filter((part) => part !== "").join(", ")}`;
}

function lastBefore({ messages, endMs, isForAll }: Limit): string {
  const what = isForAll ? "Further changes" : "Further changes that are not critical";
  return `This channel has reached its limit of ${counted(messages, "message")} in this hour. ${what} follow in one message at ${timeOf(endMs)} UTC.`;
}

function leftOutBy({ messages, endMs }: Limit): string {
  const startMs = endMs - 3_600_000;
  return `This channel has a limit of ${counted(messages, "message")} an hour. Left out from ${timeOf(startMs)} to ${timeOf(endMs)} UTC:`;
}

function timeOf(atMs: number): string {
  return formatMicros(atMs * 1000).slice(11, 16);
}

function lineOf(alarm: NotifiedAlarm): string {
  const what = alarm.change === "cleared" ? "Cleared" : severityWords[alarm.severity];
  const time = formatMicros(alarm.atMs * 1000)
    .slice(0, 16)
    .replace("T", " ");
  return `${time} UTC · ${what}: ${onOneLine(alarm.name)} · ${placeAndText(alarm)}`;
}

function placeAndText(alarm: NotifiedAlarm): string {
  const { device, sensor, message, value, change } = alarm;
  const place = onOneLine(sensor === null ? device.name : `${device.name} / ${sensor.name}`);
  const isValueShown = message === "" && change !== "cleared" && value !== null;
  const texts = [...(isValueShown ? [String(value)] : [onOneLine(message)]), ...notifiedInWords(alarm)];
  const text = texts.filter((part) => part !== "").join(" · ");
  return text === "" ? place : `${place}: ${text}`;
}

function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
}
