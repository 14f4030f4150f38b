import { type Html, html, prose } from "./html.ts";

/** The little Markdown that descriptions are written in: paragraphs, lists with `*` or `-`, and code. */
export function markdown(text: string): Html {
  const blocks = text
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== "");
  return html`${blocks.map(blockOf)}`;
}

const bullet = /^[*-] /;

function blockOf(block: string): Html {
  const lines = block.split("\n");
  if (!lines.every((line) => bullet.test(line))) {
    return html`<p>${prose(lines.join(" "))}</p>
`;
  }
  return html`<ul>
${lines.map(
  (line) => html`<li>${prose(line.replace(bullet, ""))}</li>
`,
)}</ul>
`;
}
