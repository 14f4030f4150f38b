import { docsPolicy, trustedTypes } from "../trusted-types.ts";

/** Passes what the server wrote into the page. */
const entries = trustedTypes?.createPolicy(docsPolicy, { createHTML: (markup) => markup });

/**
 * Most of the page is the content of operations and forms: 36,000 of 42,000 elements. It is in noscript elements, which a
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

/** The text of an element, also if some of it has no elements yet. */
export function textOf(element: Element): string {
  const held = element.querySelector(":scope > noscript");
  if (held === null) return element.textContent;
  return `${element.querySelector("summary")?.textContent} ${plainText(held.textContent)}`;
}

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&amp;": "&",
};

function plainText(markup: string): string {
  return markup.replaceAll(/<[^>]*>/g, " ").replaceAll(/&[^;]+;/g, (entity) => entities[entity] ?? entity);
}
