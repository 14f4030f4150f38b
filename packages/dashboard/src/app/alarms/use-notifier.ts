import { useEffect, useState } from "react";
import { liveStream } from "../../api/live.ts";
import { useSession } from "../session.tsx";
import { useNotificationState } from "./notification-choice.ts";
import { usePageVisible } from "./use-page-visible.ts";

/**
 * Of all tabs that show the account, one sends notifications: the tab that holds a lock of that name. The browser
 * passes the lock on when the tab is closed. The notifying tab keeps its stream while it is hidden. All visible tabs
 * share a second lock, which tells the notifier that somebody sees the toasts anyway.
 */
export function useNotifier(): {
  readonly isNotifier: boolean;
  readonly isSeenElsewhere: () => Promise<boolean>;
} {
  const { user, account } = useSession();
  const names = `${user.uuid} ${account.uuid}`;
  const visibleLock = `weir in sight ${names}`;
  const isOn = useNotificationState() === "on";
  const isVisible = usePageVisible();
  const [isNotifier, setIsNotifier] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    return holdLock(`weir notifier ${names}`, "exclusive", () => {
      const rest = liveStream.stayWhileUnseen();
      setIsNotifier(true);
      return () => {
        rest();
        setIsNotifier(false);
      };
    });
  }, [isOn, names]);
  useEffect(() => {
    if (isOn && isVisible) return holdLock(visibleLock, "shared");
  }, [isOn, isVisible, visibleLock]);
  const isSeenElsewhere = async () => {
    const { held = [] } = await navigator.locks.query();
    return held.some(({ name }) => name === visibleLock);
  };
  return { isNotifier, isSeenElsewhere };
}

/** Asks for the lock and calls `onHeld` once it is held. The returned function releases the lock. */
function holdLock(name: string, mode: LockMode, onHeld?: () => () => void): () => void {
  const asking = new AbortController();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  navigator.locks
    .request(name, { mode, signal: asking.signal }, async () => {
      const end = onHeld?.();
      await released;
      end?.();
    })
    // It was cancelled before the lock was held.
    .catch(() => undefined);
  return () => {
    asking.abort();
    release();
  };
}
