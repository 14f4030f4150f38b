import { codeBlock, table } from "./blocks.ts";
import { type Html, html } from "./html.ts";

/**
 * Renders the Markdown of descriptions and guides: paragraphs, lists with `*` or `-`, tables, fenced code, and within a
 * line code, **strong**, *emphasis* and links. Headings are handled by the callers that put sections together.
 */
export function markdown(text: string): Html {
  const [before = "", ...fenced] = text.split(fence);
  const blocks = [blocksOf(before)];
  for (let at = 0; at < fenced.length; at += 3) {
    const [language, code, after] = fenced.slice(at, at + 3) as [string, string, string];
    blocks.push(codeBlock(captions[language] ?? "In a terminal", code.trimEnd()), blocksOf(after));
  }
  return html`${blocks}`;
}

/** Splits a text at fenced code, into the text before it, its language, the code, and the text after it. */
const fence = /^```(\w*)\n([\s\S]*?)^```$/m;

/** Captions of fenced code that is not for a shell. */
const captions: Readonly<Record<string, string>> = { json: "JSON", csv: "CSV" };

function blocksOf(text: string): Html {
  const blocks = text
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== "");
  return html`${blocks.map(blockOf)}`;
}

const bullet = /^[*-] /;

function blockOf(block: string): Html {
  const lines = block.split("\n");
  if (lines.every((line) => line.startsWith("|"))) return tableOf(lines);
  if (!lines.every((line) => bullet.test(line))) {
    return html`<p>${inline(lines.join(" "))}</p>
`;
  }
  return html`<ul>
${lines.map(
  (line) => html`<li>${inline(line.replace(bullet, ""))}</li>
`,
)}</ul>
`;
}

function tableOf([head = "", , ...rows]: readonly string[]): Html {
  const headings = cellsOf(head).map((heading) => heading.charAt(0).toUpperCase() + heading.slice(1));
  return table(
    null,
    headings,
    rows.map((row) => cellsOf(row).map(inline)),
  );
}

/** Splits a row at its pipes. An escaped pipe is part of a cell. */
function cellsOf(row: string): string[] {
  return row
    .slice(1, row.lastIndexOf("|"))
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
}

const marks =
  /`(?<code>[^`]+)`|\*\*(?<strong>[^*]+)\*\*|\*(?<emphasis>[^*\s][^*]*)\*|\[(?<label>[^\]]+)\]\((?<target>[^)\s]+)\)/;

/** Renders one line of text with its marks. Text after a mark is read only after the mark, so code is never split. */
export function inline(text: string): Html {
  const match = marks.exec(text);
  if (match === null) return html`${text}`;
  const { code, strong, emphasis, label, target } = match.groups!;
  const before = text.slice(0, match.index);
  const after = inline(text.slice(match.index + match[0].length));
  if (code !== undefined) return html`${before}<code>${code}</code>${after}`;
  if (strong !== undefined) return html`${before}<strong>${strong}</strong>${after}`;
  if (emphasis !== undefined) return html`${before}<em>${emphasis}</em>${after}`;
  return html`${before}<a href="${hrefOf(target!)}">${label!}</a>${after}`;
}

/** Links to files of the guide, and to parts of them, become links to sections of the page. */
function hrefOf(target: string): string {
  const [, guide, part = ""] = /^([\w-]+)\.md(#[\w-]+)?$/.exec(target) ?? [];
  return guide === undefined ? target : `#${guide}${part.replace("#", "-")}`;
}
