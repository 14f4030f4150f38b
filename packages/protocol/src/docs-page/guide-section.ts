import type { Section } from "./blocks.ts";
import { type Html, html } from "./html.ts";
import { inline, markdown } from "./markdown.ts";

/** A guide in Markdown: a title, and parts below it, which may have parts of their own. */
export interface Guide {
  /** The id of its section. The ids of its parts begin with it, and other guides link to it as ID.md. */
  readonly id: string;
  readonly text: string;
}

interface Part {
  readonly id: string;
  readonly title: string;
  /** The text below its title. */
  readonly rest: string;
}

/** Renders a guide as a section of the page, with headings one level lower. `onPage` are the ids of all guides there. */
export function guideSection({ id, text }: Guide, onPage: readonly string[]): Section {
  const [head = "", ...parts] = withoutLinksElsewhere(text, onPage).split(/^## /m);
  const titled = parts.map((part): Part => {
    const { title, rest } = titleOf(part);
    return { id: `${id}-${slugOf(title)}`, title, rest };
  });
  const { title, rest } = titleOf(head.replace(/^# /, ""));
  return {
    id,
    title,
    body: html`<div class="guide">
${markdown(rest)}${titled.map(partOf)}</div>
`,
    parts: titled,
  };
}

/** Guides that the page does not have are for people who run a server. They are only named. */
function withoutLinksElsewhere(text: string, onPage: readonly string[]): string {
  return text.replaceAll(
    /\[([^\]]+)\]\(([\w-]+)\.md(?:#[\w-]+)?\)/g,
    (link: string, label: string, guide: string) => (onPage.includes(guide) ? link : label),
  );
}

function partOf({ id, title, rest }: Part): Html {
  const [head = "", ...entries] = rest.split(/^### /m);
  return html`<h3 id="${id}"><a href="#${id}">${title}</a></h3>
${markdown(head)}${entries.map((entry) => entryOf(id, entry))}`;
}

/** An entry with a name in code, such as a node, can be linked to by that name. */
function entryOf(part: string, text: string): Html {
  const { title, rest } = titleOf(text);
  const id = `${part}-${slugOf(/^`([^`]+)`/.exec(title)?.[1] ?? title)}`;
  return html`<h4 id="${id}"><a href="#${id}">${inline(title)}</a></h4>
${markdown(rest)}`;
}

function titleOf(text: string): Omit<Part, "id"> {
  const [title = "", ...rest] = text.split("\n");
  return { title: title.trim(), rest: rest.join("\n") };
}

function slugOf(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}
