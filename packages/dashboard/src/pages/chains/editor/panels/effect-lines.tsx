import { Bell, BellOff, CircleAlert, NotebookPen, Save, Send } from "lucide-react";
import { cx } from "../../../../ui/class-names.ts";
import { effectContent, effectText } from "../../model/effect-words.ts";
import type { Effect } from "../../model/shown-run.ts";

/** What a chain would do, one line each, with the content of its messages. */
export function EffectLines({ effects }: { readonly effects: readonly Effect[] }) {
  return (
    <ul className="flex flex-col gap-1.5">
      {effects.map((effect, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list of one run never changes.
        <li key={place} className="flex items-start gap-2 text-sm">
          <EffectIcon kind={effect.kind} />
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <span title={effect.kind === "save" ? String(effect.value) : undefined}>
              {effectText(effect)}
            </span>
            <Content effect={effect} />
          </span>
        </li>
      ))}
    </ul>
  );
}

export function EffectIcon({ kind }: { readonly kind: Effect["kind"] }) {
  const icons = {
    save: Save,
    alarm_raised: Bell,
    alarm_cleared: BellOff,
    message: Send,
    log: NotebookPen,
    failure: CircleAlert,
  };
  const Icon = icons[kind];
  return (
    <span className="mt-0.5 shrink-0 text-muted">
      <Icon size={14} aria-hidden className={cx(kind === "failure" && "text-bad")} />
    </span>
  );
}

function Content({ effect }: { readonly effect: Effect }) {
  const text = effectContent(effect);
  if (text === "") return null;
  return (
    <details className="mt-0.5">
      <summary className="cursor-pointer text-xs text-muted hover:text-text">
        {effect.kind === "save" ? "Metadata" : "Content"}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it. */}
      <pre tabIndex={0} className="mt-1 max-h-40 overflow-auto rounded-sm bg-sunken p-2 font-mono text-xs">
        {text}
      </pre>
    </details>
  );
}
