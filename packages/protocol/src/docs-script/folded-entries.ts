import { docsPolicy, trustedTypes } from "../trusted-types.ts";

/** Passes what the server wrote into the page. */
const entries = trustedTypes?.createPolicy(docsPolicy, { createHTML: (markup) => markup });

/**
 * Most of the API reference is the content of operations and forms: 36,000 of 42,000 elements. It is in noscript elements, which a
 * browser that runs scripts reads as text, so the page opens without making them. An entry gets its elements when it is
 * opened. Without scripts, all of them are there from the start.
 */
export function fillEntriesWhenOpened(prepare: (filled: ParentNode) => void): void {
  const fill = ({ target }: Event) => {
    const held = (target as Element).querySelector(":scope > noscript");
    if (held === null) return;
    const holder = document.createElement("div");
    holder.innerHTML = entries?.createHTML(held.textContent) ?? held.textContent;
    prepare(holder);
    held.replaceWith(...holder.childNodes);
  };
  // The event does not bubble.
  addEventListener("toggle", fill, { capture: true });
}

/** Unfolds the entry that the address leads to. */
export function unfoldTarget(): void {
  const target = document.getElementById(location.hash.slice(1));
  const folded = target?.closest<HTMLDetailsElement>("details:not([open])") ?? null;
  if (folded === null) return;
  folded.open = true;
  target?.scrollIntoView();
}
