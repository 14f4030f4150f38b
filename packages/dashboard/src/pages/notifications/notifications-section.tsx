import { ChannelList } from "./channel-list.tsx";

/** Settings > Notifications. */
export function NotificationsSection() {
  return (
    <>
      <p className="text-sm text-muted">Channels are where you and your team are told of alarms.</p>
      <ChannelList owner="person" />
      <ChannelList owner="account" />
    </>
  );
}
