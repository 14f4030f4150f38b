import { useEffect, useRef } from "react";
import { useFlag } from "../../app/use-flag.ts";

interface Kiosk {
  /** Whether the board is shown without anything around it, as on a screen on a wall. */
  readonly isOn: boolean;
  readonly enter: () => void;
  readonly leave: () => void;
}

export function useKiosk(): Kiosk {
  const [isOn, setIsOn] = useFlag("kiosk");
  return {
    isOn,
    // Uses the whole screen if the browser allows it. Kiosk mode works without it.
    enter: () => {
      const asked = document.documentElement.requestFullscreen?.().catch(() => undefined);
      void Promise.resolve(asked).then(() => setIsOn(true));
    },
    leave: () => {
      if (document.fullscreenElement != null) void document.exitFullscreen();
      setIsOn(false);
    },
  };
}

/** Leaves kiosk mode with Esc. On the whole screen the browser takes the key itself and only reports that the screen is left. */
export function useEscFromKiosk({ isOn, leave }: Kiosk): void {
  const leaveNow = useRef(leave);
  leaveNow.current = leave;
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      const isForDialog = (event.target as Element).closest("[role=dialog], [role=menu]") !== null;
      if (event.key === "Escape" && !event.defaultPrevented && !isForDialog) leaveNow.current();
    };
    const onScreen = () => {
      if (document.fullscreenElement === null) leaveNow.current();
    };
    addEventListener("keydown", onKey);
    document.addEventListener("fullscreenchange", onScreen);
    return () => {
      removeEventListener("keydown", onKey);
      document.removeEventListener("fullscreenchange", onScreen);
    };
  }, [isOn]);
}
