import { type PictureSizes, picture } from "./guide-page.ts";
import { type Html, html } from "./html.ts";
import type { Page } from "./page.ts";
import { apiPath, type GuideName, guideGroups, guidePath, startPath } from "./site-map.ts";

/** The first page: how to begin, and what there is to read. */
export function startPage(guides: ReadonlyMap<GuideName, Page>, sizes: PictureSizes): Page {
  const groups = guideGroups.map(({ title, guides: names }) => ({
    id: `group-${names[0]}`,
    title,
    pages: names.map((name) => guides.get(name)!),
  }));
  return {
    path: startPath,
    title: "Documentation",
    summary: html`Weir receives readings from your devices, keeps them, shows them and tells you when a value needs attention.`,
    body: html`<h2 id="start"><a href="#start">Start</a></h2>
<ol>
<li><strong>Add a device.</strong> Choose Devices, then New device, and name its sensors. You get its token and code to copy.</li>
<li><strong>Send a reading</strong> from the device, or from a terminal: <a href="${apiPath}#first-reading">Send your first reading</a>. Readings that you already have in files can be <a href="${guidePath("import")}">imported</a>.</li>
<li><strong>Look at it.</strong> The page of the device shows its latest values and <a href="${guidePath("charts")}">charts</a>. Put what you look at every day on a <a href="${guidePath("boards")}">board</a>.</li>
<li><strong>Have Weir watch it.</strong> An <a href="${guidePath("alert-rules")}">alert rule</a> raises an alarm when a value is wrong, and a <a href="${guidePath("notifications")}">notification rule</a> tells you about it.</li>
</ol>
${picture("home", "Home: your values, and what needs attention", sizes.home)}
${groups.map(
  ({ id, title, pages }) => html`<h2 id="${id}"><a href="#${id}">${title}</a></h2>
<ul class="cards">
${pages.map(card)}</ul>
`,
)}<h2 id="programs"><a href="#programs">For programs</a></h2>
<ul class="cards">
<li><a href="${apiPath}">API reference</a><span>How devices send readings, and how programs do everything else.</span></li>
<li><a href="/openapi.json">OpenAPI document</a><span>The same as a file, to generate clients from.</span></li>
</ul>
`,
    contents: [
      { id: "start", title: "Start" },
      ...groups.map(({ id, title }) => ({ id, title })),
      { id: "programs", title: "For programs" },
    ],
  };
}

function card({ path, title, summary }: Page): Html {
  return html`<li><a href="${path}">${title}</a>${summary === null ? "" : html`<span>${summary}</span>`}</li>
`;
}
