import { type Severity, severitiesByGravity } from "@weir/protocol/closed-sets";
import type { NotificationMessage, NotifiedAlarm } from "@weir/rule-engine/message";
import { formatMicros } from "../../platform/instant.ts";
import type { Notice } from "./notice.ts";

const severityWords = { info: "Info", warning: "Warning", critical: "Critical" } as const satisfies Record<
  Severity,
  string
>;

/** Puts a message into words. `publicUrl` is the address of the server, for links; null leaves them out. */
export function composeNotice(message: NotificationMessage, publicUrl: string | null): Notice {
  const { event, alarms, more } = message;
  const severity =
    severitiesByGravity.find((each) => alarms.some((alarm) => alarm.severity === each)) ?? null;
  const [first] = alarms;
  const isOne = first !== undefined && alarms.length + more === 1;
  const page = isOne ? `/alarms/${first.id}` : "/alarms";
  const lines = isOne ? [placeAndText(first)] : alarms.map(lineOf);
  if (more > 0) lines.push(`… and ${more} more.`);
  return {
    ...{ event, severity, alarms, text: lines.join("\n") },
    title: isOne ? titleOf(first, event) : titleOfDigest(alarms, more),
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

function titleOfDigest(alarms: readonly NotifiedAlarm[], more: number): string {
  const raised = alarms.filter(({ change }) => change === "raised").length + more;
  const cleared = alarms.length + more - raised;
  const parts = [raised > 0 ? `${raised} raised` : "", cleared > 0 ? `${cleared} cleared` : ""];
  return `Alarms: ${parts.filter((part) => part !== "").join(", ")}`;
}

function lineOf(alarm: NotifiedAlarm): string {
  const what = alarm.change === "cleared" ? "Cleared" : severityWords[alarm.severity];
  const time = formatMicros(alarm.atMs * 1000)
    .slice(0, 16)
    .replace("T", " ");
  return `${time} UTC · ${what}: ${onOneLine(alarm.name)} · ${placeAndText(alarm)}`;
}

function placeAndText({ device, sensor, message, value, change }: NotifiedAlarm): string {
  const place = onOneLine(sensor === null ? device.name : `${device.name} / ${sensor.name}`);
  if (message !== "") return `${place}: ${onOneLine(message)}`;
  return change === "cleared" || value === null ? place : `${place}: ${value}`;
}

function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
}
