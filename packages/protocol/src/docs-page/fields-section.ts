import { type EndpointName, endpointNames } from "../contracts.ts";
import type { JsonSchema, OpenApiDocument, Parameter } from "../openapi/openapi-document.ts";
import { requestParameters } from "../openapi/request-parameters.ts";
import { requestSchemaNames } from "../openapi/request-schemas.ts";
import { resolveReference } from "../openapi/resolve-reference.ts";
import { responseHeaders } from "../openapi/response-headers.ts";
import { type Section, table } from "./blocks.ts";
import { type Html, html, prose } from "./html.ts";

type Properties = Record<string, JsonSchema>;

export function fieldsSection(document: OpenApiDocument): Section {
  const { schemas } = document.components;
  return {
    id: "fields",
    title: "Fields and headers",
    body: html`${table("The body", ["Field", "Type", "Required", "Notes"], bodyRows(document))}
${table("A reading", ["Field", "Type", "Required", "Notes"], readingRows(schemas.BatchEntry!))}
${table("The answer of a 202", ["Field", "Type", "Notes"], answerRows(document))}
${table("Request headers", ["Header", "Example", "Required", "Notes"], requestHeaderRows(document))}
${table("Response headers", ["Header", "Example", "Notes"], responseHeaderRows(document))}`,
  };
}

const code = (text: string): Html => html`<code>${text}</code>`;

function bodyRows(document: OpenApiDocument): Html[][] {
  const propertiesOf = (endpoint: EndpointName) =>
    document.components.schemas[requestSchemaNames[endpoint]]!.properties as Properties;
  const dataRows = endpointNames.map((endpoint) => {
    const data = resolveReference<JsonSchema>(document, propertiesOf(endpoint).data!);
    return [html`${code("data")}, ${endpoint}`, html`${typeText(data)}`, html`yes`, notesOf(data)];
  });
  const battery = propertiesOf("single").battery_voltage!;
  return [...dataRows, [code("battery_voltage"), html`${typeText(battery)}`, html`no`, notesOf(battery)]];
}

/** A batch entry is a reading and its sensor, so its schema has all fields of a reading. */
function readingRows(entry: JsonSchema): Html[][] {
  const required = entry.required as readonly string[];
  const requiredText = (name: string) => {
    if (name.startsWith("sensor_")) return "batch only: one of the two";
    return required.includes(name) ? "yes" : "no";
  };
  const rows = Object.entries(entry.properties as Properties).map(([name, schema]) => [
    code(name),
    html`${typeText(schema)}`,
    html`${requiredText(name)}`,
    notesOf(schema),
  ]);
  const others = entry.additionalProperties as JsonSchema;
  return [...rows, [html`any other key`, html`any`, html`no`, notesOf(others)]];
}

function answerRows(document: OpenApiDocument): Html[][] {
  const properties = document.components.schemas.QueuedSensorAnswer!.properties as Properties;
  return Object.entries(properties).map(([name, property]) => {
    const schema = resolveReference<JsonSchema>(document, property);
    const where = name === "sensor" ? html` Not in the answer to a batch.` : html``;
    return [code(name), html`${typeText(schema)}`, html`${notesOf(schema)}${where}`];
  });
}

function requestHeaderRows(document: OpenApiDocument): Html[][] {
  const always = [
    [
      code("Authorization"),
      code("Bearer DEVICE_TOKEN"),
      html`yes`,
      html`The token of the device in the URL.`,
    ],
    [code("Content-Type"), code("application/json"), html`yes`, html`UTF-8.`],
  ];
  const others = Object.keys(requestParameters)
    .map((name) => document.components.parameters[name]!)
    .filter((parameter: Parameter) => parameter.in === "header")
    .map(({ name, example, description = "" }) => [
      code(name),
      code(String(example)),
      html`no`,
      prose(description),
    ]);
  return [...always, ...others];
}

function responseHeaderRows(document: OpenApiDocument): Html[][] {
  const { rateLimit } = document["x-weir-limits"];
  return Object.keys(responseHeaders(rateLimit)).map((name) => {
    const { example, description } = document.components.headers[name]!;
    return [code(name), code(String(example)), prose(description)];
  });
}

function notesOf(schema: JsonSchema): Html {
  return prose(String(schema.description ?? ""));
}

function typeText({ type, minimum, maximum }: JsonSchema): string {
  const names = Array.isArray(type) ? type : [type ?? "string"];
  const range = maximum === undefined ? "" : `, ${minimum} to ${maximum}`;
  return names.map((name) => (name === "number" ? `number${range}` : String(name))).join(" or ");
}
