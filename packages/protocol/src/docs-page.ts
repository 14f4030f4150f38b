import { answersSection, dropReasonsSection } from "./docs-page/answers-section.ts";
import { type Section, section } from "./docs-page/blocks.ts";
import { docsContentPolicy } from "./docs-page/docs-content-policy.ts";
import { endpointsSection } from "./docs-page/endpoints-section.ts";
import { fieldsSection } from "./docs-page/fields-section.ts";
import { firstReadingSection } from "./docs-page/first-reading-section.ts";
import { type Guide, guideSection } from "./docs-page/guide-section.ts";
import { type Html, html, prose } from "./docs-page/html.ts";
import { managementSections } from "./docs-page/management-section.ts";
import { pageStyle } from "./docs-page/page-style.ts";
import { contractsSection, limitsSection, operationSection } from "./docs-page/reference-sections.ts";
import { rulesSections } from "./docs-page/rules-sections.ts";
import type { OpenApiDocument } from "./openapi.ts";

/** Where the server offers the page's script. */
const scriptPath = "/docs.js";

/**
 * The APIs explained to a newcomer, and the guides: one page that is the same for everybody. It is made of the document
 * and the tables behind it; only the rules that neither can express are written out here. Its script (docs-script/) adds
 * search, copy buttons and the server's own address. Without it, the page can be read all the same. Its content security
 * policy is repeated in it, so that a saved copy is held to it as well.
 */
export function docsPage(document: OpenApiDocument, guides: readonly Guide[] = []): string {
  const ids = guides.map(({ id }) => id);
  const sections = [
    firstReadingSection(document),
    endpointsSection(document),
    fieldsSection(document),
    answersSection(document),
    dropReasonsSection(),
    ...rulesSections,
    limitsSection(document),
    contractsSection(),
    operationSection(document),
    ...guides.map((guide) => guideSection(guide, ids)),
    ...managementSections(document),
  ];
  const { title, version, description } = document.info;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${docsContentPolicy}">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/weir.svg" type="image/svg+xml">
<style>${{ markup: pageStyle }}</style>
<script src="${scriptPath}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<div class="frame">
<header>
<p class="bar"><a class="brand" href="/"><img src="/weir.svg" alt="" width="22" height="22">Weir</a><a href="/">Back to dashboard</a></p>
<h1>${title}</h1>
<p>${prose(description)}</p>
</header>
${contents(sections)}
<main id="content" tabindex="-1">
${sections.map(section)}</main>
<footer>Version ${version}. This page is made from the OpenAPI ${document.openapi} document of the server it comes from.</footer>
</div>
</body>
</html>
`.markup;
}

function contents(sections: readonly Section[]): Html {
  return html`<nav aria-labelledby="contents">
<h2 id="contents">On this page</h2>
<ul>
${sections.map(
  ({ id, title, parts = [] }) => html`<li>${link(id, title)}${parts.length === 0 ? [] : partList(parts)}</li>
`,
)}</ul>
</nav>
`;
}

function partList(parts: NonNullable<Section["parts"]>): Html {
  return html`<ul>${parts.map(({ id, title }) => html`<li>${link(id, title)}</li>`)}</ul>`;
}

function link(id: string, title: string): Html {
  return html`<a href="#${id}">${title}</a>`;
}
