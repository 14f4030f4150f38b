import { codeBlock, table } from "./blocks.ts";
import { type Html, html } from "./html.ts";

/** How a text becomes part of a page. Without them, headings and pictures are left out, and links keep their targets. */
interface MarkdownParts {
  heading?(title: Html, level: number): Html;
  /** Where a link leads; null if the page has nothing there, and only the words are shown. */
  target?(written: string): string | null;
  picture?(source: string, description: string): Html;
}

/**
 * Renders the Markdown of descriptions and guides with the blocks of the documentation. Bun reads the Markdown and calls back for
 * each piece from the inside out. It hands over plain text as it is written, so everything that becomes markup is escaped here,
 * and HTML in the text is shown as text, except for comments, which are left out.
 */
export function markdown(text: string, parts: MarkdownParts = {}): Html {
  const cells = new TableCells();
  const markup = Bun.markdown.render(text, {
    text: escaped,
    heading: (title, { level }) => parts.heading?.({ markup: title }, level).markup ?? "",
    paragraph: (content) => `<p>${content}</p>\n`,
    list: (items, { ordered }) => (ordered ? `<ol>\n${items}</ol>\n` : `<ul>\n${items}</ul>\n`),
    listItem: (content) => `<li>${content}</li>\n`,
    blockquote: (content) => `<blockquote>${content}</blockquote>\n`,
    code: (code, meta) => codeBlock(captionOf(meta?.language), plain(code).trimEnd()).markup,
    codespan: (code) => `<code>${code}</code>`,
    strong: (content) => `<strong>${content}</strong>`,
    emphasis: (content) => `<em>${content}</em>`,
    link: (label, { href }) => {
      const target = parts.target === undefined ? href : parts.target(href);
      return target === null ? label : html`<a href="${target}">${{ markup: label }}</a>`.markup;
    },
    image: (description, { src }) => parts.picture?.(src, plain(description)).markup ?? "",
    html: (content) => (content.startsWith("&lt;!--") ? "" : `<p>${content}</p>\n`),
    th: (cell) => cells.add(cell),
    td: (cell) => cells.add(cell),
    tr: () => cells.endRow(),
    thead: () => "",
    tbody: () => "",
    table: () => cells.endTable().markup,
  });
  return { markup };
}

/** The cells of a table that is being read. They come row by row, and the first row holds the headings. */
class TableCells {
  #rows: Html[][] = [];
  #row: Html[] = [];

  add(cell: string): string {
    this.#row.push({ markup: cell.replaceAll(/<code>[^<]*<\/code>/g, breakable) });
    return "";
  }

  endRow(): string {
    this.#rows.push(this.#row);
    this.#row = [];
    return "";
  }

  endTable(): Html {
    const [head = [], ...rows] = this.#rows;
    this.#rows = [];
    const headings = head.map(textOf);
    return table(
      null,
      headings.map((heading) => heading.charAt(0).toUpperCase() + heading.slice(1)),
      rows,
    );
  }
}

/** Lets a name in a narrow column break between its words. */
function breakable(code: string): string {
  return code.replaceAll("_", "_<wbr>");
}

/** Captions of fenced code by its language. */
const captions: Readonly<Record<string, string>> = {
  sh: "In a terminal",
  json: "JSON",
  csv: "CSV",
  html: "HTML",
  sql: "SQL",
  toml: "weir.toml",
};

function captionOf(language: string | undefined): string {
  return captions[language ?? ""] ?? "Example";
}

/** The words of a piece of a page, without its marks. */
export function textOf({ markup }: Html): string {
  return plain(markup.replaceAll(/<[^>]*>/g, ""));
}

function escaped(text: string): string {
  return html`${text}`.markup;
}

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&amp;": "&",
};

function plain(text: string): string {
  return text.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity]!);
}
