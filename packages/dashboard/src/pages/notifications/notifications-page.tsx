import { AlarmsPlace } from "../../app/places/alarms-place.tsx";
import { Together } from "../../ui/together.tsx";
import { AddBrowser } from "./add-browser.tsx";
import { ChannelList } from "./channel-list.tsx";
import { RuleList } from "./rule-list.tsx";

/** Who is notified of alarms, and where. */
export function NotificationsPage() {
  return (
    <AlarmsPlace to="/alarms/notifications">
      <Together className="flex flex-col gap-5">
        <p className="text-sm text-muted">
          Get notified when alarms are raised and cleared. Channels say where messages go, and rules choose
          which alarms each channel receives.
        </p>
        <RuleList />
        <ChannelList owner="person" action={<AddBrowser />} />
        <ChannelList owner="account" />
      </Together>
    </AlarmsPlace>
  );
}
