import { CircleAlert, Info } from "lucide-react";
import { cx } from "../../../ui/class-names.ts";
import type { SystemStatus } from "../system-status.ts";

/** Notices for the operator. Those that delay readings or messages are announced to screen readers. */
export function SystemNotices({ system: { notices } }: { readonly system: SystemStatus }) {
  if (notices.length === 0) return null;
  return (
    <ul aria-label="Notices" className="flex flex-col gap-2">
      {notices.map(({ kind, serious, title, text }) => (
        <li
          key={`${kind} ${title}`}
          className={cx(
            "flex gap-2.5 rounded-md px-3 py-2.5 text-sm",
            serious ? "bg-bad-soft text-bad" : "bg-warn-soft text-warn",
          )}
        >
          <span aria-hidden className="mt-0.5 shrink-0">
            {serious ? <CircleAlert size={16} /> : <Info size={16} />}
          </span>
          <div role={serious ? "alert" : undefined} className="min-w-0 wrap-anywhere">
            <div className="font-medium">{title}</div>
            <div className="text-text">{text}</div>
          </div>
        </li>
      ))}
    </ul>
  );
}
