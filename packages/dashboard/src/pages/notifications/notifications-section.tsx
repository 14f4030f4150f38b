import { AddBrowser } from "./add-browser.tsx";
import { ChannelList } from "./channel-list.tsx";
import { RuleList } from "./rule-list.tsx";

/** Settings > Notifications. */
export function NotificationsSection() {
  return (
    <>
      <p className="text-sm text-muted">
        Channels are where you and your team are told of alarms. Rules say which channels are told of which
        alarms.
      </p>
      <RuleList />
      <ChannelList owner="person" action={<AddBrowser />} />
      <ChannelList owner="account" />
    </>
  );
}
