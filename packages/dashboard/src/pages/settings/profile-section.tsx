import { NotificationSetting } from "../../app/alarms/notification-setting.tsx";
import { useSession } from "../../app/session.tsx";
import { Card } from "../../ui/card.tsx";
import { OwnSignIns } from "./own-sign-ins.tsx";
import { PasswordCard } from "./password-card.tsx";
import { PersonCard } from "./person-card.tsx";
import { PreferencesCard } from "./preferences-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import { TwoStepCard } from "./two-step-card.tsx";

/** What a person may change about themselves, in all accounts alike. */
export function ProfileSection() {
  const { user } = useSession();
  return (
    <>
      <PersonCard key={`${user.name} ${user.email}`} user={user} />
      <PreferencesCard user={user} />
      <PasswordCard user={user} />
      <TwoStepCard user={user} />
      <Card title="Alarm notifications">
        <NotificationSetting />
      </Card>
      <SessionsCard />
      <OwnSignIns />
    </>
  );
}
