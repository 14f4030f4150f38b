import { Bell, BellOff, CircleAlert, NotebookPen, Save, Send } from "lucide-react";
import type { ReactNode } from "react";
import { valueText } from "../../../../format/number.ts";
import type { Effect } from "../../model/shown-run.ts";

/** What a chain would do, one line each, with the content of what it would send. */
export function EffectLines({ effects }: { readonly effects: readonly Effect[] }) {
  return (
    <ul className="flex flex-col gap-1.5">
      {effects.map((effect, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list of one run never changes.
        <li key={place} className="flex items-start gap-2 text-sm">
          <span className="mt-0.5 shrink-0 text-muted">{effectIcons[effect.kind]}</span>
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <span title={effect.kind === "save" ? String(effect.value) : undefined}>
              {sentenceOf(effect)}
            </span>
            <Content effect={effect} />
          </span>
        </li>
      ))}
    </ul>
  );
}

export const effectIcons: Record<Effect["kind"], ReactNode> = {
  save: <Save size={14} aria-hidden />,
  alarm_raised: <Bell size={14} aria-hidden />,
  alarm_cleared: <BellOff size={14} aria-hidden />,
  message: <Send size={14} aria-hidden />,
  log: <NotebookPen size={14} aria-hidden />,
  failure: <CircleAlert size={14} aria-hidden className="text-bad" />,
};

/** Also used where there is room for one line only. */
export function sentenceOf(effect: Effect): string {
  switch (effect.kind) {
    case "save":
      return `Save ${valueText(effect.value)}${effect.sensor === null ? "" : ` to ${effect.sensor}`}`;
    case "alarm_raised":
      return `Raise ${effect.severity} alarm ${effect.name}: ${effect.message}`;
    case "alarm_cleared":
      return `Clear alarm ${effect.name}`;
    case "message":
      return messageSentence(effect.message);
    case "log":
      return `Log (${effect.level}): ${effect.text}`;
    case "failure":
      return `Failed: ${effect.reason}`;
  }
}

type Message = Extract<Effect, { kind: "message" }>["message"];

function messageSentence(message: Message): string {
  if (message.kind === "webhook") return `Call ${message.url}`;
  if (message.kind === "mail") return `Send email to ${message.to.join(", ")}: ${message.subject}`;
  return `Publish to ${message.topic} at ${message.url}`;
}

function Content({ effect }: { readonly effect: Effect }) {
  const text = contentOf(effect);
  if (text === "") return null;
  return (
    <details className="mt-0.5">
      <summary className="cursor-pointer text-xs text-muted hover:text-text">
        {effect.kind === "save" ? "Metadata" : "Content"}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever uses the keyboard has to be able to scroll it. */}
      <pre tabIndex={0} className="mt-1 max-h-40 overflow-auto rounded-sm bg-sunken p-2 font-mono text-xs">
        {text}
      </pre>
    </details>
  );
}

function contentOf(effect: Effect): string {
  if (effect.kind === "save") return metadataText(effect.metadata, 2);
  if (effect.kind !== "message") return "";
  const { message } = effect;
  if (message.kind === "mail") return message.text ?? "";
  if (message.kind === "mqtt") return message.payload ?? "";
  const headers = Object.entries(message.headers).map(([name, value]) => `${name}: ${value}`);
  return [...headers, ...(headers.length > 0 ? [""] : []), message.body].join("\n");
}

/** JSON, or nothing where there is none. */
export function metadataText(metadata: unknown, indent?: number): string {
  const isEmpty =
    metadata === null || (typeof metadata === "object" && Object.keys(metadata as object).length === 0);
  return isEmpty ? "" : JSON.stringify(metadata, null, indent);
}
