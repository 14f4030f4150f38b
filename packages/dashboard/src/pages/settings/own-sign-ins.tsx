import { usePages } from "../../api/queries.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { ListState } from "../../ui/resource-section.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { More } from "../../ui/table.tsx";
import { actionText } from "./audit-words.ts";

/** What happened to somebody's own way in: sign-ins, tries, changes of the password. */
export function OwnSignIns() {
  const entries = usePages("listOwnAudit", { query: { limit: 10 } });
  return (
    <Card title="Recent sign-ins" isFlush>
      <ListState
        list={entries}
        isEmpty={entries.items.length === 0}
        empty={<EmptyState title="No sign-ins yet" />}
      >
        <ul>
          {entries.items.map(({ id, action, source, happened_at }) => (
            <li
              key={id}
              className="flex h-10 items-center gap-3 border-b border-line px-4 text-sm last:border-b-0"
            >
              <span className="min-w-0 flex-1 truncate">
                {action === "session.sign-in-failed" ? (
                  <Badge tone="warn">{actionText(action)}</Badge>
                ) : (
                  actionText(action)
                )}
                <span className="text-muted"> from {source}</span>
              </span>
              <span className="text-muted">
                <RelativeTime at={happened_at} />
              </span>
            </li>
          ))}
        </ul>
      </ListState>
      <More list={entries} />
    </Card>
  );
}
