import { type FocusEvent, type PointerEvent, type SyntheticEvent, useEffect, useRef, useState } from "react";

/**
 * Whether a list should hold still: while the mouse or the keyboard is in it, because somebody is about to choose a row,
 * and while its beginning is scrolled out of sight, because somebody reads what is further down.
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
  // A row that goes takes the focus along, and browsers do not say so.
  useEffect(() => {
    if (isFocused && document.activeElement === document.body) setIsFocused(false);
  });
  return {
    isHeld: isPointedAt || isFocused || isScrolled,
    /** Stands where the list begins. */
    top,
    handlers: {
      // A finger that has left the screen points at nothing any more, and browsers do not say so.
      onPointerOver: (event: PointerEvent) =>
        setIsPointedAt(event.pointerType === "mouse" && isWithin(event)),
      onPointerLeave: () => setIsPointedAt(false),
      onFocus: (event: FocusEvent) => setIsFocused(event.target.matches(":focus-visible") && isWithin(event)),
      onBlur: () => setIsFocused(false),
    },
  };
}

/** To React, a dialog that a row has opened is a part of the list, wherever it is shown. */
function isWithin({ currentTarget, target }: SyntheticEvent): boolean {
  return currentTarget.contains(target as Node);
}
