import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from "react";

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
  return {
    isHeld: isPointedAt || isFocused || isScrolled,
    /** Stands where the list begins. */
    top,
    handlers: {
      // A finger that has left the screen points at nothing any more, and browsers do not say so.
      onPointerEnter: ({ pointerType }: PointerEvent) => setIsPointedAt(pointerType === "mouse"),
      onPointerLeave: () => setIsPointedAt(false),
      onFocus: ({ target }: FocusEvent) => setIsFocused(target.matches(":focus-visible")),
      onBlur: () => setIsFocused(false),
    },
  };
}
