/** Markup that is safe to put into a page. Only the functions of this file make it, so plain text cannot pass for it. */
export interface Html {
  readonly markup: string;
}

type Insertable = string | number | Html | readonly Html[];

/** A template whose insertions are escaped, unless they are markup already. */
export function html(strings: TemplateStringsArray, ...insertions: Insertable[]): Html {
  const parts = strings.map((text, index) => {
    const insertion = insertions[index];
    return insertion === undefined ? text : text + toMarkup(insertion);
  });
  return { markup: parts.join("") };
}

/** Text of the tables and the document, in which `backticks` set code, as in Markdown. */
export function prose(text: string): Html {
  const parts = text
    .split("`")
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
  return html`${parts}`;
}

function toMarkup(insertion: Insertable): string {
  if (typeof insertion === "string") return escapeHtml(insertion);
  if (typeof insertion === "number") return String(insertion);
  if ("markup" in insertion) return insertion.markup;
  return insertion.map(({ markup }) => markup).join("");
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
