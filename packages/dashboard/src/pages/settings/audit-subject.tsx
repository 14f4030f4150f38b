import { Link } from "@tanstack/react-router";
import type { AuditEntry } from "./audit-words.ts";

/** What it was done to, by its name, with a link where it still exists. */
export function AuditSubject({ entry }: { readonly entry: AuditEntry }) {
  const { subject_name: name } = entry;
  if (name === null) return null;
  const to = placeOf(entry);
  if (to === null) return <span className="min-w-0 truncate text-muted">{name}</span>;
  return (
    // Above the button that covers the row.
    <Link to={to} className="relative z-1 min-w-0 truncate text-accent hover:underline">
      {name}
    </Link>
  );
}

function placeOf({ subject_kind: kind, subject_device: device, subject_chain: chain }: AuditEntry) {
  if (chain !== null) return `/chains/${chain}`;
  if (device === null) return null;
  return kind === "sensor" ? `/devices/${device}/sensors` : `/devices/${device}`;
}
