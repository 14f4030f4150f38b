import { AddBrowser } from "./add-browser.tsx";
import { ChannelList } from "./channel-list.tsx";
import { RuleList } from "./rule-list.tsx";

/** Settings > Notifications. */
export function NotificationsSection() {
  return (
    <>
      <p className="text-sm text-muted">
        Get notified when alarms are raised and cleared. Channels say where messages go, and rules choose
        which alarms each channel receives.
      </p>
      <RuleList />
      <ChannelList owner="person" action={<AddBrowser />} />
      <ChannelList owner="account" />
    </>
  );
}
