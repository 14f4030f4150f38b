import type { ProblemCode } from "../manage/problem-codes.ts";
import { problemCodes } from "../manage/problem-codes.ts";
import { problemAnchor } from "../manage/problem-type.ts";
import type { OpenApiDocument } from "../openapi/openapi-document.ts";
import { answersSection, dropReasonsSection } from "./answers-section.ts";
import { section } from "./blocks.ts";
import { endpointsSection } from "./endpoints-section.ts";
import { fieldsSection } from "./fields-section.ts";
import { firstReadingSection } from "./first-reading-section.ts";
import { html, prose } from "./html.ts";
import { managedOperations, operationAnchor } from "./managed-operations.ts";
import { managementSections } from "./management-section.ts";
import type { Page } from "./page.ts";
import { contractsSection, limitsSection, operationSection } from "./reference-sections.ts";
import { rulesSections } from "./rules-sections.ts";
import { apiPath } from "./site-map.ts";

/** Both APIs, made of the document and the tables behind it. Only the rules that neither can express are written out. */
export function apiPage(document: OpenApiDocument): Page {
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
  const managed = managedOperations(document);
  const codes = managed.length === 0 ? [] : (Object.keys(problemCodes) as ProblemCode[]);
  return {
    path: apiPath,
    title: "API reference",
    summary: prose(document.info.description),
    body: html`${sections.map(section)}`,
    contents: sections,
    alsoFound: [
      ...managed.map(({ operation }) => ({ id: operationAnchor(operation), title: operation.summary })),
      ...codes.map((code) => ({ id: problemAnchor(code), title: code })),
    ],
  };
}
