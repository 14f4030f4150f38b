import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Person } from "../../../app/people.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { cx } from "../../../ui/class-names.ts";
import type { Destination } from "../../../ui/destination.ts";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { type AuditEntry, actorText } from "./audit-words.ts";

/** One row of the log that can be opened. The whole row is the button, except for the link to the changed object. */
export function AuditRow({
  entry,
  text,
  children,
}: {
  readonly entry: AuditEntry;
  readonly text: string;
  readonly children: () => ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  return (
    <li className="border-b border-line last:border-b-0">
      <div className="relative flex min-h-10 w-full items-center gap-3 px-3 py-1.5 text-sm hover:bg-hover">
        <ChevronRight
          size={14}
          aria-hidden
          className={cx("shrink-0 text-faint transition-transform duration-100", isOpen && "rotate-90")}
        />
        <div className="flex min-w-0 flex-1 gap-x-3 max-md:flex-col">
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={isOpen ? detailsId : undefined}
              onClick={() => setIsOpen(!isOpen)}
              className="text-left font-medium after:absolute after:inset-0"
            >
              {text}
            </button>
            <AuditSubject entry={entry} />
            {!entry.confirmed && <Badge tone="warn">Unconfirmed</Badge>}
          </div>
          <span className="truncate text-muted">
            {entry.actor_kind === "user" ? <Person by={entry.actor} /> : actorText(entry)}
          </span>
        </div>
        <span className="w-24 shrink-0 text-right text-muted">
          <RelativeTime at={entry.happened_at} />
        </span>
      </div>
      {isOpen && (
        <div id={detailsId} className="border-t border-line bg-canvas">
          {children()}
        </div>
      )}
    </li>
  );
}

/** The name of the changed object, with a link if the object still exists. */
function AuditSubject({ entry }: { readonly entry: AuditEntry }) {
  const { subject_name: name } = entry;
  if (name === null) return null;
  const place = placeOf(entry);
  if (place === null) return <span className="min-w-0 truncate text-muted">{name}</span>;
  return (
    // Above the button that covers the row.
    <Link {...place} className="relative z-1 min-w-0 truncate text-accent hover:underline">
      {name}
    </Link>
  );
}

function placeOf({
  subject_kind: kind,
  subject_device: device,
  subject_chain: chain,
}: AuditEntry): Destination | null {
  if (chain !== null) return { to: "/chains/$chain", params: { chain } };
  if (device === null) return null;
  return { to: kind === "sensor" ? "/devices/$device/sensors" : "/devices/$device", params: { device } };
}
