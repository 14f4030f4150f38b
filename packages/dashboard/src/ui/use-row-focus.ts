import { type RefObject, useEffect, useRef } from "react";

/** The place of the keyboard focus in a list. */
interface Place {
  /** The number of rows above. */
  readonly row: number;
  /** The `data-row-action` of the focused element, which is the same in every row. */
  readonly action: string | undefined;
}

/**
 * Keeps the keyboard focus in a list while rows and their actions come and go. If the focused element is removed, the
 * same action of the next row gets the focus, or else the list. Browsers would start at the top of the page again.
 * Nothing happens for people who use a mouse.
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
  // No event reports that the focused element was removed or disabled.
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

/** Whether the element is part of the page. Dialogs and toasts are not: they return the focus to where it was. */
function isOfPage(element: HTMLElement): boolean {
  return element.closest("#root") !== null;
}

/** Whether a dialog covers the list and keeps the focus. */
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
