import { useState } from "react";
import { Status, type Tone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { useSession } from "../session.tsx";
import {
  type NotificationState,
  turnOffNotifications,
  turnOnNotifications,
  useNotificationState,
} from "./notification-choice.ts";

const words: Record<
  NotificationState,
  { readonly tone: Tone; readonly name: string; readonly text: string }
> = {
  on: {
    tone: "ok",
    name: "On in this browser",
    text: "You are notified of new alarms while Weir is open in a background tab.",
  },
  off: {
    tone: "neutral",
    name: "Off in this browser",
    text: "Turn on notifications to hear about new alarms while Weir is open in a background tab. Your browser will ask for permission.",
  },
  denied: {
    tone: "warn",
    name: "Blocked by the browser",
    text: "Allow notifications for this site in your browser’s settings, then come back to this page.",
  },
  unsupported: {
    tone: "neutral",
    name: "Not supported",
    text: "This browser can’t show notifications from an open page. Chrome, Edge, Firefox and Safari on a computer can.",
  },
  insecure: {
    tone: "neutral",
    name: "Not available over plain HTTP",
    text: "Browsers allow notifications only over HTTPS. Open Weir at an address that begins with https://.",
  },
};

/** Whether this browser notifies the person of alarms, and the switch for it. */
export function NotificationSetting() {
  const { user } = useSession();
  const state = useNotificationState();
  const [isAsking, setIsAsking] = useState(false);
  const [isUnanswered, setIsUnanswered] = useState(false);
  const { tone, name, text } = words[state];
  const turnOn = async () => {
    setIsAsking(true);
    setIsUnanswered((await turnOnNotifications(user.uuid)) === "off");
    setIsAsking(false);
  };
  return (
    <div className="flex flex-col items-start gap-3 text-sm">
      <div role="status">
        <Status tone={tone}>
          <span className="font-medium">{name}</span>
        </Status>
        <p className="mt-1 max-w-md text-muted">
          {isUnanswered && state === "off"
            ? "Notifications are still off, because the browser’s question was closed. Try again and choose Allow."
            : text}
        </p>
      </div>
      {state === "off" && (
        <Button look="primary" isBusy={isAsking} onClick={() => void turnOn()}>
          Turn on notifications
        </Button>
      )}
      {state === "on" && (
        <Button onClick={() => turnOffNotifications(user.uuid)}>Turn off notifications</Button>
      )}
    </div>
  );
}
