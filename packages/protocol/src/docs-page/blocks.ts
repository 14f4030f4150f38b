import type { Example, JsonValue } from "../openapi/openapi-document.ts";
import { type Html, html, prose } from "./html.ts";

/** The blocks that sections consist of. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: Html;
  /** Parts of the section that the table of contents lists under it. */
  readonly parts?: readonly { readonly id: string; readonly title: string }[];
}

export function section({ id, title, body }: Section): Html {
  return html`<section aria-labelledby="${id}">
<h2 id="${id}"><a href="#${id}">${title}</a></h2>
${body}
</section>
`;
}

/**
 * An entry of a long list. A browser that runs scripts reads its content as one piece of text, and the page's script makes
 * elements of it when somebody opens the entry (docs-script/folded-entries.ts). Without scripts it is there from the start.
 */
export function foldedEntry(entry: {
  readonly id: string;
  readonly kind: "operation" | "form";
  readonly summary: Html;
  readonly content: Html;
}): Html {
  const { id, kind, summary, content } = entry;
  return html`<details class="${kind}" id="${id}"><summary>${summary}</summary><noscript><div>
${content}</div></noscript></details>
`;
}

/**
 * A table that becomes a list of cards on a phone. If cells are laid out as blocks, screen readers no longer see a
 * table, so the roles are written out.
 */
export function table(
  caption: string | null,
  headings: readonly string[],
  rows: readonly (readonly Html[])[],
): Html {
  const head = headings.map((heading) =>
    heading === "" ? html`<td role="cell"></td>` : html`<th role="columnheader" scope="col">${heading}</th>`,
  );
  const body = rows.map((cells) => {
    const [first, ...others] = cells.map((cell, index) => ({ cell, label: headings[index] ?? "" }));
    return html`<tr role="row"><th role="rowheader" scope="row">${first?.cell ?? []}</th>${others.map(
      ({ cell, label }) => html`<td role="cell" data-label="${label}"><div>${cell}</div></td>`,
    )}</tr>
`;
  });
  return html`<table role="table">
${caption === null ? "" : html`<caption>${prose(caption)}</caption>`}
<thead role="rowgroup"><tr role="row">${head}</tr></thead>
<tbody role="rowgroup">
${body}</tbody>
</table>
`;
}

/**
 * `needsHttps` marks code that only works on a server with a certificate. On other servers its address is not filled
 * in.
 */
export function codeBlock(label: string, code: string, needsHttps = false): Html {
  return html`<figure${{ markup: needsHttps ? " data-needs-https" : "" }}><figcaption><span>${prose(label)}</span></figcaption><pre tabindex="0"><code>${code}</code></pre></figure>
`;
}

export function jsonBlock({ summary, value }: Example): Html {
  return codeBlock(summary, formatJson(value));
}

const lineWidth = 72;

/** Formats JSON and keeps what fits on one line together, so that a list of readings has one reading per line. */
export function formatJson(value: JsonValue, indent = ""): string {
  const flat = formatFlat(value);
  if (typeof value !== "object" || value === null) return flat;
  if (indent.length > 0 && indent.length + flat.length <= lineWidth) return flat;
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((item) => inner + formatJson(item, inner))
    : Object.entries(value).map(
        ([key, item]) => `${inner}${JSON.stringify(key)}: ${formatJson(item, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return lines.length === 0 ? open + close : `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}

function formatFlat(value: JsonValue): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(formatFlat).join(", ")}]`;
  const fields = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${formatFlat(item)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}
