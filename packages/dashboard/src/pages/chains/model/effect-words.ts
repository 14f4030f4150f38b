import { valueText } from "../../../format/number.ts";
import type { Effect } from "./shown-run.ts";

type Message = Extract<Effect, { kind: "message" }>["message"];

/** What a chain would do, in one line. */
export function effectText(effect: Effect): string {
  switch (effect.kind) {
    case "save":
      return `Save ${valueText(effect.value)}${effect.sensor === null ? "" : ` to ${effect.sensor}`}`;
    case "alarm_raised":
      return `Raise ${effect.severity} alarm ${effect.name}: ${effect.message}`;
    case "alarm_cleared":
      return `Clear alarm ${effect.name}`;
    case "message":
      return messageText(effect.message);
    case "log":
      return `Log (${effect.level}): ${effect.text}`;
    case "failure":
      return `Failed: ${effect.reason}`;
  }
}

function messageText(message: Message): string {
  if (message.kind === "webhook") return `Call ${message.url}`;
  if (message.kind === "mail") return `Send email to ${message.to.join(", ")}: ${message.subject}`;
  return `Publish to ${message.topic} at ${message.url}`;
}

/** The content of what a chain would save or send; "" if there is none. */
export function effectContent(effect: Effect): string {
  if (effect.kind === "save") return metadataText(effect.metadata, 2);
  if (effect.kind !== "message") return "";
  const { message } = effect;
  if (message.kind === "mail") return message.text ?? "";
  if (message.kind === "mqtt") return message.payload ?? "";
  const headers = Object.entries(message.headers).map(([name, value]) => `${name}: ${value}`);
  return [...headers, ...(headers.length > 0 ? [""] : []), message.body].join("\n");
}

/** Metadata as JSON; "" if there is none. */
export function metadataText(metadata: unknown, indent?: number): string {
  const isEmpty =
    metadata === null || (typeof metadata === "object" && Object.keys(metadata as object).length === 0);
  return isEmpty ? "" : JSON.stringify(metadata, null, indent);
}

/** Something that a chain would do, and how often over all readings that were run. */
interface SummedEffect {
  readonly kind: "alarm_raised" | "alarm_cleared" | "message";
  /** `Raise alarm “Too warm” (critical)`. */
  readonly text: string;
  readonly count: number;
}

/** The alarms and messages that runs would cause, each by its name, in the order of their first occurrence. */
export function effectSummary(effects: readonly Effect[]): readonly SummedEffect[] {
  const severities = new Map(
    effects.flatMap((effect) => (effect.kind === "alarm_raised" ? [[effect.name, effect.severity]] : [])),
  );
  const sums = new Map<string, SummedEffect>();
  for (const effect of effects) {
    const text = summaryOf(effect, severities);
    if (text === null) continue;
    sums.set(text, {
      kind: effect.kind as SummedEffect["kind"],
      text,
      count: (sums.get(text)?.count ?? 0) + 1,
    });
  }
  return [...sums.values()];
}

/** Clearing does not name the severity. A run starts without alarms, so every cleared alarm was raised in the run. */
function summaryOf(effect: Effect, severities: ReadonlyMap<string, string>): string | null {
  switch (effect.kind) {
    case "alarm_raised":
      return `Raise alarm “${effect.name}” (${effect.severity})`;
    case "alarm_cleared":
      return `Clear alarm “${effect.name}” (${severities.get(effect.name) ?? "unknown severity"})`;
    case "message":
      return messageSummary(effect.message);
    default:
      return null;
  }
}

function messageSummary(message: Message): string {
  switch (message.kind) {
    case "webhook":
      return `Call webhook at ${hostOf(message.url)}`;
    case "mail":
      return `Send email to ${message.to.join(", ")}`;
    case "mqtt":
      return `Publish to topic ${message.topic} at ${hostOf(message.url)}`;
  }
}

function hostOf(url: string): string {
  return URL.parse(url)?.host || url;
}
