import { type KeyboardEvent, type RefObject, useEffect, useState } from "react";

/**
 * Enter that is pressed before the answer to what is typed is there counts once it is. Typing on takes it back.
 */
export function useEnterAhead(list: RefObject<HTMLElement | null>, text: string, isLooking: boolean) {
  const [enteredText, enter] = useState<string | null>(null);
  const isDue = enteredText === text && !isLooking;
  useEffect(() => {
    if (!isDue) return;
    // The list marks its first line only after what has come is drawn.
    const timer = setTimeout(() => {
      enter(null);
      list.current?.querySelector<HTMLElement>("[cmdk-item][aria-selected=true]")?.click();
    });
    return () => clearTimeout(timer);
  }, [isDue, list]);
  return {
    /** As if it were pressed with this typed. */
    enter,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "Enter" || event.nativeEvent.isComposing || !isLooking) return;
      event.preventDefault();
      enter(text);
    },
  };
}
