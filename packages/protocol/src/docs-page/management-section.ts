import { managePath } from "../manage/route.ts";
import type { JsonSchema, OpenApiDocument, Reference } from "../openapi/openapi-document.ts";
import { foldedEntry, type Section } from "./blocks.ts";
import { type Direction, fieldTables } from "./field-tables.ts";
import { type Html, html, prose } from "./html.ts";
import { type ManagedOperation, managedOperations } from "./managed-operations.ts";
import { managementBasics } from "./management-basics.ts";
import { operationDetails } from "./management-operation.ts";
import { formId } from "./schema-type.ts";

/** The management API, written only from the document; empty if the document does not have it. */
export function managementSections(document: OpenApiDocument): Section[] {
  const managed = managedOperations(document);
  if (managed.length === 0) return [];
  const groups = document.tags
    .map(({ name }) => ({ name, operations: managed.filter(({ operation }) => operation.tags[0] === name) }))
    .filter(({ operations }) => operations.length > 0)
    .map(({ name, operations }) => ({ id: tagId(name), title: name, operations }));
  return [
    { ...managementBasics, id: "management", title: "Management API" },
    {
      id: "management-operations",
      title: "Management operations",
      body: html`<p>All paths are below <code>${managePath}</code>. The word on the right is the least role that is required; <code>operator</code> is whoever runs commands on the server’s own machine. Open an operation to see its parameters and answers.</p>
${groups.map(
  ({ id, title, operations }) => html`<h3 id="${id}"><a href="#${id}">${title}</a></h3>
${operations.map((each) => operationDetails(document, each))}`,
)}`,
      parts: groups,
    },
    formsSection(document, managed),
  ];
}

const tagId = (name: string): string => `management-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`;

/** Every schema that an operation uses, directly or through another. */
function formsSection(document: OpenApiDocument, managed: readonly ManagedOperation[]): Section {
  const sent = new Set<string>();
  const answered = new Set<string>();
  for (const { operation } of managed) {
    collectForms(document, operation.requestBody, sent);
    collectForms(document, operation.parameters, sent);
    collectForms(document, operation.responses, answered);
  }
  const names = [...new Set([...sent, ...answered])].sort();
  return {
    id: "management-forms",
    title: "Management forms",
    body: html`<p>The objects that operations accept and return, by name. A form with a name that ends in <code>Input</code> is for sending, where fields with defaults can be left out.</p>
${names.map((name) => formDetails(document, name, answered.has(name) ? "answered" : "sent"))}`,
  };
}

function formDetails(document: OpenApiDocument, name: string, direction: Direction): Html {
  const schema = document.components.schemas[name]!;
  const description =
    typeof schema.description === "string" ? html`<p>${prose(schema.description)}</p>` : html``;
  return foldedEntry({
    id: formId(name),
    kind: "form",
    summary: html`<code>${name}</code>`,
    content: html`${description}${fieldTables("Fields", schema, direction)}`,
  });
}

const schemaPrefix = "#/components/schemas/";

function collectForms(document: OpenApiDocument, node: unknown, found: Set<string>): void {
  if (typeof node !== "object" || node === null) return;
  const { $ref } = node as Partial<Reference>;
  if (typeof $ref === "string") {
    const name = $ref.slice(schemaPrefix.length);
    if ($ref.startsWith(schemaPrefix) && !found.has(name)) {
      found.add(name);
      collectForms(document, document.components.schemas[name] as JsonSchema, found);
    }
    if ($ref.startsWith("#/components/responses/")) {
      collectForms(document, document.components.responses[$ref.slice($ref.lastIndexOf("/") + 1)], found);
    }
  }
  for (const child of Object.values(node)) collectForms(document, child, found);
}
