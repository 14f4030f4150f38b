import { docsContentPolicy } from "./docs-content-policy.ts";
import { type Html, html } from "./html.ts";
import { layoutStyle } from "./layout-style.ts";
import type { Heading, Page } from "./page.ts";
import { pageStyle } from "./page-style.ts";
import { apiPath, guideGroups, guidePath, readingOrder, scriptPath, startPath } from "./site-map.ts";

/** What all pages share: the pages by their address, and a line for the end of each. */
interface Site {
  readonly pages: ReadonlyMap<string, Page>;
  readonly colophon: string;
}

/**
 * A whole page with menu, table of contents and links to its neighbours. Everything can be read and reached without the script,
 * which adds search, copy buttons and the server's own address (docs-script/). The content security policy is repeated in the
 * page, so that a saved copy is held to it as well. The menu is a popover on a phone and a column in a wide window.
 */
export function layOut(page: Page, { pages, colophon }: Site): string {
  const { path, title, summary, body, contents } = page;
  // A guide begins with its summary, so it is not said twice.
  const lead = path === startPath || path === apiPath ? summary : null;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${docsContentPolicy}">
<meta name="color-scheme" content="light dark">
<title>${path === startPath ? "Weir documentation" : `${title} – Weir documentation`}</title>
<link rel="icon" href="/weir.svg" type="image/svg+xml">
<style>${{ markup: pageStyle + layoutStyle }}</style>
<script src="${scriptPath}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="bar">
<a class="brand" href="${startPath}"><img src="/weir.svg" alt="" width="22" height="22">Weir documentation</a>
<button class="menu" type="button" popovertarget="menu">Menu</button>
<a class="back" href="/">Back to dashboard</a>
</header>
<div class="frame">
<nav id="menu" popover aria-label="Documentation">
<button class="menu" type="button" popovertarget="menu" popovertargetaction="hide">Close menu</button>
${menu(path, pages)}</nav>
<main id="content" tabindex="-1">
<div class="title">
<h1>${title}</h1>
${lead === null ? "" : html`<p>${lead}</p>`}
</div>
${tableOfContents(contents)}<div class="text">
${body}
${neighbours(path, pages)}<footer>${colophon}</footer>
</div>
</main>
</div>
</body>
</html>
`.markup;
}

function menu(current: string, pages: Site["pages"]): Html {
  const entry = (path: string) =>
    html`<li><a href="${path}"${{ markup: path === current ? ' aria-current="page"' : "" }}>${pages.get(path)!.title}</a></li>
`;
  return html`<ul>
<li><ul>
${entry(startPath)}</ul></li>
${guideGroups.map(
  ({ title, guides }) => html`<li><span>${title}</span><ul>
${guides.map((name) => entry(guidePath(name)))}</ul></li>
`,
)}<li><span>For programs</span><ul>
${entry(apiPath)}</ul></li>
</ul>
`;
}

function tableOfContents(contents: Page["contents"]): Html {
  if (contents.length < 2) return html``;
  const link = ({ id, title }: Heading) => html`<a href="#${id}">${title}</a>`;
  return html`<nav class="contents" aria-labelledby="contents">
<p id="contents">On this page</p>
<ul>
${contents.map(({ parts = [], ...heading }) => {
  const below = html`<ul>${parts.map((part) => html`<li>${link(part)}</li>`)}</ul>`;
  return html`<li>${link(heading)}${parts.length === 0 ? "" : below}</li>
`;
})}</ul>
</nav>
`;
}

function neighbours(path: string, pages: Site["pages"]): Html {
  const at = readingOrder.indexOf(path);
  const link = (label: string, rel: string, neighbour: string | undefined) =>
    neighbour === undefined
      ? html``
      : html`<a href="${neighbour}" rel="${rel}"><span>${label}</span> ${pages.get(neighbour)!.title}</a>
`;
  return html`<nav class="neighbours" aria-label="Previous and next page">
${link("Previous", "prev", readingOrder[at - 1])}${link("Next", "next", readingOrder[at + 1])}</nav>
`;
}
