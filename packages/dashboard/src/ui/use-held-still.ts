import { type FocusEvent, type PointerEvent, type SyntheticEvent, useEffect, useRef, useState } from "react";

/**
 * Whether a list should be held: while the mouse or the keyboard is in it, because somebody is about to choose a row,
 * and while its start is scrolled out of view, because somebody reads further down.
 */
export function useHeldStill() {
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const [isScrolled, setIsScrolled] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (top.current === null) return;
    const observer = new IntersectionObserver(([entry]) => setIsScrolled(entry?.isIntersecting === false));
    observer.observe(top.current);
    return () => observer.disconnect();
  }, []);
  // A removed row takes the focus with it, and browsers report no event.
  useEffect(() => {
    if (isFocused && document.activeElement === document.body) setIsFocused(false);
  });
  return {
    isHeld: isPointedAt || isFocused || isScrolled,
    /** Marks the start of the list. */
    top,
    handlers: {
      // A finger that has left the screen no longer points at anything, but browsers report no event.
      onPointerOver: (event: PointerEvent) =>
        setIsPointedAt(event.pointerType === "mouse" && isWithin(event)),
      onPointerLeave: () => setIsPointedAt(false),
      onFocus: (event: FocusEvent) => setIsFocused(event.target.matches(":focus-visible") && isWithin(event)),
      onBlur: () => setIsFocused(false),
    },
  };
}

/** In React, a dialog that a row has opened is a part of the list, wherever it is shown. */
function isWithin({ currentTarget, target }: SyntheticEvent): boolean {
  return currentTarget.contains(target as Node);
}
