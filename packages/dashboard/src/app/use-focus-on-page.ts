import { useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

/**
 * Whoever went to a page by something that was on the one before goes on from the beginning of the new one, and not from
 * that of the navigation.
 */
export function useFocusOnPage(): void {
  const shown = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const before = useRef(shown);
  useEffect(() => {
    // Whoever has just come has the navigation before them.
    const isAnother = before.current !== undefined && before.current !== shown;
    before.current = shown;
    if (isAnother && document.activeElement === document.body) document.getElementById("content")?.focus();
  }, [shown]);
}
