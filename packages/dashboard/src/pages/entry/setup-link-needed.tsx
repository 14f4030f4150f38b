import { EntryFrame } from "./entry-frame.tsx";

/** There is no owner yet, and only the link that the server printed makes one. */
export function SetupLinkNeeded({ title }: { readonly title: string }) {
  return (
    <EntryFrame
      title={title}
      intro="Open the set-up link exactly as the server printed it when it started, with everything behind the #. Each start of the server prints a new one, and the last one counts."
    >
      <p className="text-sm text-muted">
        It looks like <code className="font-mono break-all text-text">{location.origin}/setup#…</code>
      </p>
    </EntryFrame>
  );
}
