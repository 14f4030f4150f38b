import { managePath } from "../manage/route.ts";
import type {
  Answer,
  JsonSchema,
  MediaType,
  OpenApiDocument,
  Operation,
  Parameter,
} from "../openapi/openapi-document.ts";
import { resolveReference } from "../openapi/resolve-reference.ts";
import { foldedEntry, table } from "./blocks.ts";
import { defaultNote, fieldTables } from "./field-tables.ts";
import { type Html, html, prose } from "./html.ts";
import { type ManagedOperation, operationAnchor } from "./managed-operations.ts";
import { markdown } from "./markdown.ts";
import { formLink, formNameOf, typeOf } from "./schema-type.ts";

/**
 * One operation as a folded entry. The visible line says what it does and who may call it; everything else is below.
 */
export function operationDetails(document: OpenApiDocument, managed: ManagedOperation): Html {
  const { method, path, operation } = managed;
  return foldedEntry({
    id: operationAnchor(operation),
    kind: "operation",
    summary: html`<b>${method.toUpperCase()}</b><span>${operation.summary}</span><i>${whoMay(managed)}</i><code>${path.slice(managePath.length)}</code>`,
    content: html`${markdown(operation.description)}${parametersTable(document, operation)}${bodyOf(document, operation)}${answerOf(operation)}<p><a href="#management-problems">Problems</a>: ${problemList(operation)}.</p>
`,
  });
}

function whoMay({ path, operation: { security } }: ManagedOperation): string {
  // These need no credentials, but are only reached from the server's own machine.
  if (path.startsWith(`${managePath}/operator/`)) return "operator";
  const [first] = security;
  if (first === undefined) return "everybody";
  return first.sessionCookie?.[0] ?? "signed in";
}

function parametersTable(document: OpenApiDocument, { parameters = [] }: Operation): Html {
  if (parameters.length === 0) return html``;
  const rows = parameters
    .map((parameter) => resolveReference<Parameter>(document, parameter))
    .map(({ name, in: place, required, schema, description = "" }) => [
      html`<code>${name}</code>`,
      typeOf(schema),
      html`${place}${place === "path" || !required ? "" : ", required"}`,
      html`${prose(description)}${schema.default === undefined ? "" : html` ${defaultNote(schema)}`}`,
    ]);
  return table("Parameters", ["Name", "Type", "In", "Notes"], rows);
}

function bodyOf(document: OpenApiDocument, { requestBody }: Operation): Html {
  if (requestBody === undefined) return html``;
  const json = requestBody.content["application/json"];
  if (json !== undefined) {
    return fieldTables("Body", resolveReference<JsonSchema>(document, json.schema), "sent");
  }
  const [mediaType] = Object.keys(requestBody.content);
  return html`<p>Body: bytes, sent as <code>${mediaType!}</code>. ${prose(requestBody.description)}</p>
`;
}

function answerOf({ responses }: Operation): Html {
  const [status, answer] = Object.entries(responses).find(([each]) => each.startsWith("2"))!;
  const { content, headers } = answer as Answer;
  const etag = headers?.ETag === undefined ? "" : ", with an `ETag`";
  const label = `Answer ${status}${etag}`;
  if (content === undefined)
    return html`<p>${prose(label)}, without a body.</p>
`;
  const json = content["application/json"];
  if (json !== undefined) return jsonAnswer(label, json);
  const types = Object.keys(content).map((type) => `\`${type}\``);
  return html`<p>${prose(`${label}: a stream of ${types.join(" or ")}.`)}</p>
`;
}

function jsonAnswer(label: string, { schema }: MediaType): Html {
  const name = formNameOf(schema);
  if (name !== null)
    return html`<p>${prose(label)}: ${formLink(name)}.</p>
`;
  const item = pageItem(schema);
  if (item !== null)
    return html`<p>${prose(label)}: a <a href="#management-pages">page</a> of ${typeOf(item)}.</p>
`;
  return fieldTables(label, schema, "answered");
}

/** The items of a list, if it is paged and its items have a named schema. */
function pageItem({ properties }: JsonSchema): JsonSchema | null {
  const { items, next, ...others } = (properties ?? {}) as Record<string, JsonSchema>;
  if (items?.items === undefined || next === undefined || Object.keys(others).length > 0) return null;
  const item = items.items as JsonSchema;
  return formNameOf(item) === null ? null : item;
}

function problemList({ responses }: Operation): string {
  const statuses = Object.keys(responses).filter((status) => /^[45]/.test(status));
  return [...statuses, "or another"].join(", ").replace(", or another", " or another");
}
