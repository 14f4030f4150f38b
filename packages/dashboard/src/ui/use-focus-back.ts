import { useEffect } from "react";

/**
 * For parts that appear over or in a page and disappear again. If such a part takes the focus with it, the element that
 * had the focus before gets it back, or the page if that element is gone.
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
