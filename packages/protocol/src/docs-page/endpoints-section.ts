import { type EndpointName, endpointNames } from "../contracts.ts";
import { pathOf } from "../openapi/device-operations.ts";
import type { Answer, Example, MediaType, OpenApiDocument, Operation } from "../openapi/openapi-document.ts";
import { codeBlock, jsonBlock, type Section } from "./blocks.ts";
import { type Html, html, prose } from "./html.ts";
import { curlCommand } from "./placeholders.ts";

export function endpointsSection(document: OpenApiDocument): Section {
  const endpoints = endpointNames.map((name) => ({ name, operation: document.paths[pathOf(name)]!.post! }));
  return {
    id: "endpoints",
    title: "The three endpoints",
    body: html`<p>All three take <code>POST</code> with a JSON body and the device’s token. They differ only in the shape of <code>data</code>.</p>
${endpoints.map(({ name, operation }) => endpointPart(name, operation))}`,
    parts: endpoints.map(({ name, operation }) => ({ id: endpointId(name), title: operation.summary })),
  };
}

const endpointId = (name: EndpointName): string => `endpoint-${name}`;

function endpointPart(name: EndpointName, operation: Operation): Html {
  const requests = examplesOf(operation.requestBody!.content["application/json"]!);
  const answers = examplesOf(jsonOf(operation.responses["202"] as Answer));
  const storedAnswers = examplesOf(jsonOf(operation.responses["201"] as Answer));
  const fullest = requests.at(-1)!;
  return html`<h3 id="${endpointId(name)}"><a href="#${endpointId(name)}">${operation.summary}</a></h3>
<p class="endpoint"><b>POST</b><span>${pathOf(name)}</span></p>
<p>${prose(operation.description)}</p>
${codeBlock(fullest.summary, curlCommand(pathOf(name), fullest.value))}
<div class="columns">
${answers.map((example) => jsonBlock({ ...example, summary: `202: ${example.summary}` }))}
${storedAnswers.map((example) => jsonBlock({ ...example, summary: `201: ${example.summary}` }))}
</div>
`;
}

function jsonOf(answer: Answer): MediaType {
  return answer.content!["application/json"]!;
}

function examplesOf(media: MediaType): Example[] {
  return Object.values(media.examples ?? {});
}
