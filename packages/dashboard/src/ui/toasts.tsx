import { type ComponentType, useEffect, useState } from "react";
import { whenToastWaits } from "./toast.tsx";

/** Signs that somebody uses the page. */
const gestures = ["pointermove", "pointerdown", "keydown"] as const;

/**
 * The corner for toasts. No page starts with a toast, so the corner is loaded with the first gesture or the first
 * toast. A toast that says that the server is away mostly follows a gesture, and finds the corner loaded.
 */
export function Toasts() {
  const [ToastCorner, setToastCorner] = useState<ComponentType | null>(null);
  const isLoaded = ToastCorner !== null;
  useEffect(() => {
    if (isLoaded) return undefined;
    let isLoading = false;
    const load = async () => {
      if (isLoading) return;
      isLoading = true;
      try {
        const file = await import("./toast-corner.tsx");
        setToastCorner(() => file.ToastCorner);
      } catch {
        // The next gesture or toast tries again.
        isLoading = false;
      }
    };
    const stop = whenToastWaits(() => void load());
    for (const gesture of gestures) addEventListener(gesture, load);
    return () => {
      stop();
      for (const gesture of gestures) removeEventListener(gesture, load);
    };
  }, [isLoaded]);
  return isLoaded ? <ToastCorner /> : null;
}
