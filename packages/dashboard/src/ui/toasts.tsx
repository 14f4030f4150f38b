import { type ComponentType, useEffect, useState } from "react";
import { loadAgain } from "./load-again.ts";
import { whenToastWaits } from "./toast.tsx";
import { whenUsed } from "./when-used.ts";

/**
 * The corner for toasts. No page starts with a toast, so the corner is loaded with the first gesture or the first
 * toast. A toast that says that the server is away mostly follows a gesture, and finds the corner loaded.
 */
export function Toasts() {
  const [ToastCorner, setToastCorner] = useState<ComponentType | null>(null);
  const isLoaded = ToastCorner !== null;
  useEffect(() => {
    if (isLoaded) return undefined;
    const load = async () => {
      try {
        const file = await import("./toast-corner.tsx");
        setToastCorner(() => file.ToastCorner);
        return true;
      } catch {
        // The next gesture tries again. A browser that remembers the failure needs a reload, which a toast is worth: the
        // page then shows what the toast would have said.
        return false;
      }
    };
    const stopWaiting = whenToastWaits(() => void loadAgain(load));
    const stopWatching = whenUsed(load);
    return () => {
      stopWaiting();
      stopWatching();
    };
  }, [isLoaded]);
  return isLoaded ? <ToastCorner /> : null;
}
