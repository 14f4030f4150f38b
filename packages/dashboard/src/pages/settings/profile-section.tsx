import { usePages } from "../../api/queries.ts";
import { NotificationSetting } from "../../app/alarms/notification-setting.tsx";
import { useSession } from "../../app/session.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { ListState } from "../../ui/resource-section.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { More } from "../../ui/table.tsx";
import { actionText } from "../system/audit/audit-words.ts";
import { PasswordCard } from "./password-card.tsx";
import { PersonCard } from "./person-card.tsx";
import { PreferencesCard } from "./preferences-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import { TwoStepCard } from "./two-step-card.tsx";

/** The person's own settings, which apply in all accounts. */
export function ProfileSection() {
  const { user } = useSession();
  return (
    <>
      <PersonCard key={`${user.name} ${user.email}`} user={user} />
      <PreferencesCard user={user} />
      <PasswordCard user={user} />
      <TwoStepCard user={user} />
      <Card title="Browser notifications">
        <NotificationSetting />
      </Card>
      <SessionsCard />
      <OwnSignIns />
    </>
  );
}

/** The person's own security events: sign-ins, failed attempts and password changes. */
function OwnSignIns() {
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
