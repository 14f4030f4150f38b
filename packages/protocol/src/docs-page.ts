import { answersSection, dropReasonsSection } from "./docs-page/answers-section.ts";
import { type Section, section } from "./docs-page/blocks.ts";
import { endpointsSection } from "./docs-page/endpoints-section.ts";
import { fieldsSection } from "./docs-page/fields-section.ts";
import { firstReadingSection } from "./docs-page/first-reading-section.ts";
import { type Html, html, prose } from "./docs-page/html.ts";
import { managementSections } from "./docs-page/management-section.ts";
import { pageStyle } from "./docs-page/page-style.ts";
import { contractsSection, limitsSection, operationSection } from "./docs-page/reference-sections.ts";
import { rulesSections } from "./docs-page/rules-sections.ts";
import type { OpenApiDocument } from "./openapi.ts";

/** The policy the page is written for. It is repeated in the page, so that a saved copy is held to it as well. */
const contentPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'";

/**
 * The API explained to a newcomer: one page, no script, nothing loaded. It is made of the document and the tables behind
 * it; only the rules that neither can express are written out here.
 */
export function docsPage(document: OpenApiDocument): string {
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
    ...managementSections(document),
  ];
  const { title, version, description } = document.info;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy}">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/weir.svg" type="image/svg+xml">
<style>${{ markup: pageStyle }}</style>
</head>
<body>
<a class="skip" href="#first-reading">Skip to the first reading</a>
<div class="frame">
<header>
<h1>${title}</h1>
<p>${prose(description)}</p>
</header>
${contents(sections)}
<main>
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
