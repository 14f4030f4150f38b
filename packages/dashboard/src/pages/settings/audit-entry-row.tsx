import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import type { CallAnswer } from "../../api/route-types.ts";
import { exactTime, parseTime } from "../../format/time.ts";
import { Badge } from "../../ui/badge.tsx";
import { Facts } from "../../ui/card.tsx";
import { cx } from "../../ui/class-names.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { AuditChanges } from "./audit-changes.tsx";
import { changeText } from "./audit-words.ts";

export type AuditEntry = CallAnswer<"listAudit">["items"][number];

/** What was done, to what, by whom and when; opened, what it was before and what it became. */
export function AuditEntryRow({ entry }: { readonly entry: AuditEntry }) {
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  const name = subjectName(entry);
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={detailsId}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-10 w-full items-center gap-3 px-3 py-1.5 text-left text-sm hover:bg-hover"
      >
        <ChevronRight
          size={14}
          aria-hidden
          className={cx("shrink-0 text-faint transition-transform duration-100", isOpen && "rotate-90")}
        />
        <span className="flex min-w-0 flex-1 gap-x-3 max-md:flex-col">
          <span className="flex min-w-0 flex-1 items-center gap-2">
            <span className="truncate">
              <span className="font-medium">{changeText(entry)}</span>
              {name !== null && <span className="text-muted"> · {name}</span>}
            </span>
            {!entry.confirmed && <Badge tone="warn">Unconfirmed</Badge>}
          </span>
          <span className="truncate text-muted">{actorText(entry)}</span>
        </span>
        <span className="w-24 shrink-0 text-right text-muted">
          <RelativeTime at={entry.happened_at} />
        </span>
      </button>
      {isOpen && (
        <div
          id={detailsId}
          className="flex flex-col gap-4 border-t border-line bg-canvas px-4 py-4 pl-10 max-md:pl-4"
        >
          {!entry.confirmed && (
            <p className="text-sm">
              The server asked for this but got no answer, so it may or may not have been done.
            </p>
          )}
          <AuditChanges before={entry.before} after={entry.after} />
          <Facts
            items={[
              ["When", exactTime(parseTime(entry.happened_at))],
              ["Who", actorText(entry)],
              ["From", entry.source === "" ? "this machine" : entry.source],
              [
                "Action",
                <code key="action" className="font-mono">
                  {entry.action}
                </code>,
              ],
              ["Done to", <SubjectLink key="subject" entry={entry} />],
              ...(entry.request_id === ""
                ? []
                : [
                    [
                      "Request",
                      <code key="id" className="font-mono">
                        {entry.request_id}
                      </code>,
                    ] as const,
                  ]),
            ]}
          />
        </div>
      )}
    </li>
  );
}

/** Of several at once there is no page. */
function SubjectLink({ entry: { subject_kind, subject } }: { readonly entry: AuditEntry }) {
  const place = { device: "/devices/", chain: "/chains/" }[subject_kind];
  const text = <code className="font-mono">{subject}</code>;
  return (
    <>
      <span className="text-muted">{subject_kind} </span>
      {place === undefined || !uuidShape.test(subject) ? (
        text
      ) : (
        <Link to={`${place}${subject}`} className="text-accent hover:underline">
          {text}
        </Link>
      )}
    </>
  );
}

function actorText({ actor_kind, actor }: AuditEntry): string {
  if (actor_kind === "key") return `API key ${actor}`;
  if (actor_kind === "operator") return `Operator ${actor}`.trim();
  return actor_kind === "nobody" ? "Nobody signed in" : actor;
}

const uuidShape = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** The name that it has, or had, or those of several; identifiers tell people nothing. */
function subjectName({ before, after, subject }: AuditEntry): string | null {
  for (const side of [after, before]) {
    if (typeof side !== "object" || side === null) continue;
    const { name, names, email, slug } = side as Record<string, unknown>;
    const ofSeveral = Array.isArray(names) ? names.join(", ") : undefined;
    const found = [name, ofSeveral, email, slug].find((text) => typeof text === "string" && text !== "");
    if (found !== undefined) return found as string;
  }
  return subject === "" || uuidShape.test(subject) ? null : subject;
}
