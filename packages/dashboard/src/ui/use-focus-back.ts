import { useEffect } from "react";

/**
 * For what comes over a page or into it and goes when it is dealt with: when it takes the focus along, what had it before
 * gets it back, or where there is no such thing, the page.
 */
export function useFocusBack(): void {
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    return () => {
      const { activeElement, body } = document;
      if (activeElement !== body) return;
      if (before !== body && before?.isConnected) before.focus();
      else document.getElementById("content")?.focus();
    };
  }, []);
}
