import { type Html, html } from "./html.ts";
import { markdown, textOf } from "./markdown.ts";
import type { Heading, Page } from "./page.ts";
import {
  type GuideName,
  guideNames,
  guidePath,
  type PictureName,
  pictureNames,
  picturePath,
} from "./site-map.ts";

/** A guide in Markdown: a title, and parts below it, which may have parts of their own. */
export interface Guide {
  readonly name: GuideName;
  readonly text: string;
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export type PictureSizes = Readonly<Record<PictureName, PictureSize>>;

/** Renders a guide as a page of its own. The ids of its headings are those that links in the repository use. */
export function guidePage({ name, text }: Guide, sizes: PictureSizes): Page {
  const contents: (Heading & { readonly parts: Heading[] })[] = [];
  let title = name as string;
  const { markup } = markdown(text, {
    target: targetOf,
    picture: (source, description) => pictureOf(source, description, sizes),
    heading(heading, level) {
      if (level === 1) {
        title = textOf(heading);
        return html``;
      }
      const around = level === 2 ? undefined : contents.at(-1);
      const name = nameOf(heading);
      const id =
        around === undefined || name === null ? slugOf(textOf(heading)) : `${around.id}-${slugOf(name)}`;
      const entry = { id, title: textOf(heading) };
      if (around === undefined) contents.push({ ...entry, parts: [] });
      else around.parts.push(entry);
      const content = html`<a href="#${id}">${heading}</a>`;
      return around === undefined
        ? html`<h2 id="${id}">${content}</h2>\n`
        : html`<h3 id="${id}">${content}</h3>\n`;
    },
  });
  const summary = /^<p>(.*?[.:?])(?:\s|<\/p>)/s.exec(markup)?.[1];
  return {
    path: guidePath(name),
    title,
    summary: summary === undefined ? null : { markup: summary.replaceAll(/<\/?a\b[^>]*>/g, "") },
    body: html`<div class="guide">
${{ markup }}</div>
`,
    contents,
  };
}

/** An entry with a name in code, such as a node, can be linked to by that name within its part. */
function nameOf(heading: Html): string | null {
  return /^<code>([^<]+)<\/code>/.exec(heading.markup)?.[1] ?? null;
}

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/-$/, "");
}

/** Links to other guides lead to their pages. Files that are only in the repository have no page, so they are only named. */
function targetOf(written: string): string | null {
  if (/^(https?:\/\/|#)/.test(written)) return written;
  const [, file, part] = /^([\w-]+)\.md(?:#([\w-]+))?$/.exec(written) ?? [];
  const name = guideNames.find((each) => each === file);
  return name === undefined ? null : guidePath(name, part);
}

function pictureOf(source: string, description: string, sizes: PictureSizes): Html {
  const name = pictureNames.find((each) => source === `../images/${each}.png`);
  if (name === undefined) throw new Error(`The documentation has no picture ${source}.`);
  return picture(name, description, sizes[name]);
}

/** A picture with its size, so that the text below it stays where it is when the picture arrives. */
export function picture(name: PictureName, description: string, { width, height }: PictureSize): Html {
  return html`<img class="picture" src="${picturePath(name)}" alt="${description}" width="${width}" height="${height}" loading="lazy">`;
}
