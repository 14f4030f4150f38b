import { useCallback, useEffect, useRef, useState } from "react";
import { isMac } from "../../app/is-mac.ts";

const shownMs = 1500;

/** Says for a moment how the wheel zooms, after somebody has scrolled the page over a chart. */
export function useWheelHint(): { readonly isShown: boolean; readonly show: () => void } {
  const [isShown, setShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = useCallback(() => {
    setShown(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown(false), shownMs);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { isShown, show };
}

export function WheelHint() {
  const key = isMac() ? "⌘" : "Ctrl";
  return (
    <p className="pointer-events-none absolute bottom-14 left-1/2 -translate-x-1/2 rounded-md bg-text px-2.5 py-1 text-xs whitespace-nowrap text-surface">
      Hold {key} and scroll to zoom
    </p>
  );
}
