import { useEffect } from "react";

/** Keeps the screen on while the page is visible, where the browser can. */
export function useScreenAwake(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !("wakeLock" in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const ask = async () => {
      // The browser ends the lock when the page is hidden, and refuses it when the battery is low.
      if (document.hidden) return;
      const given = await navigator.wakeLock.request("screen").catch(() => null);
      if (isOver) void given?.release();
      else lock = given;
    };
    void ask();
    document.addEventListener("visibilitychange", ask);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", ask);
      void lock?.release();
    };
  }, [isWanted]);
}
