import { EntryFrame } from "./entry-frame.tsx";

/** Shown while there is no owner. Only the link that the server printed can create one. */
export function SetupLinkNeeded({ title }: { readonly title: string }) {
  return (
    <EntryFrame
      title={title}
      intro="Open the set-up link that the server printed when it started, including everything after the #. The server prints a new link each time it starts. Only the latest one works."
    >
      <p className="text-sm text-muted">
        It looks like <code className="font-mono break-all text-text">{location.origin}/setup#…</code>
      </p>
    </EntryFrame>
  );
}
