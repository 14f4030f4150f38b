import { type RefObject, useEffect, useRef } from "react";

/** Where the keyboard is in a list. */
interface Place {
  /** How many rows are above. */
  readonly row: number;
  /** The `data-row-action` of what has the focus, which is the same in every row. */
  readonly action: string | undefined;
}

/**
 * Keeps the keyboard in a list while rows of it, and what can be done with them, come and go: where what had the focus is
 * gone, the same action of the next row gets it, or the list. Browsers would begin at the top of the page again. Whoever
 * uses a mouse is left alone.
 */
export function useRowFocus(): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (list.current !== null) return keepFocusIn(list.current);
  }, []);
  return list;
}

function keepFocusIn(list: HTMLElement): () => void {
  let place: Place | null = null;
  const note = ({ target }: Event) => {
    if (!(target instanceof HTMLElement)) return;
    if (list.contains(target)) place = target.matches(":focus-visible") ? placeOf(list, target) : null;
    else if (isOfPage(target)) place = null;
  };
  const mend = () => {
    if (place !== null && document.activeElement === document.body && !isCovered(list)) focus(list, place);
  };
  // No event tells that what had the focus was removed or disabled.
  const watcher = new MutationObserver(mend);
  watcher.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  addEventListener("focusin", note);
  addEventListener("pointerdown", note);
  return () => {
    watcher.disconnect();
    removeEventListener("focusin", note);
    removeEventListener("pointerdown", note);
  };
}

/** Dialogs and what is said in the corner are not: they come back to where the keyboard was. */
function isOfPage(element: HTMLElement): boolean {
  return element.closest("#root") !== null;
}

/** By a dialog, which keeps the keyboard to itself. */
function isCovered(list: HTMLElement): boolean {
  return list.closest("[aria-hidden=true], [data-base-ui-inert]") !== null;
}

function placeOf(list: HTMLElement, focused: HTMLElement): Place {
  const row = focused.closest("tr");
  const above = row === null ? -1 : rowsOf(list).indexOf(row);
  return { row: Math.max(0, above), action: focused.dataset.rowAction };
}

function focus(list: HTMLElement, { row, action }: Place): void {
  const rows = rowsOf(list);
  const nearest = [...rows.slice(row), ...rows.slice(0, row).reverse()];
  const wanted = `[data-row-action="${action}"]:enabled`;
  const next = nearest.map((other) => other.querySelector<HTMLElement>(wanted)).find(Boolean);
  if (next) next.focus();
  else list.focus({ preventScroll: true });
}

function rowsOf(list: HTMLElement): HTMLTableRowElement[] {
  return [...list.querySelectorAll<HTMLTableRowElement>("tbody tr")];
}
