import { dropReasons } from "../drop-reasons.ts";
import { apiErrors } from "../errors.ts";
import { clientHandling, type ErrorStatus } from "../openapi/client-handling.ts";
import { errorStatuses, errorsOf, responseNameOf, storedErrorOf } from "../openapi/error-answers.ts";
import type { Example, JsonObject, OpenApiDocument } from "../openapi/openapi-document.ts";
import { jsonBlock, type Section, table } from "./blocks.ts";
import { type Html, html, prose } from "./html.ts";

export function answersSection(document: OpenApiDocument): Section {
  const statuses = [202, 201, ...errorStatuses] as const;
  const rows = statuses.map((status) => {
    const { name, meaning, action } = clientHandling[status];
    return [html`${status} ${name}`, prose(meaning), prose(action)];
  });
  const noAnswer = [
    html`No answer`,
    html`The connection failed, or the answer was lost.`,
    html`Keep the readings and retry with exponential backoff. Send the same timestamps again: readings that had already arrived are counted as duplicates.`,
  ];
  return {
    id: "answers",
    title: "Answers, and what to do on each",
    body: html`${table("Statuses", ["Status", "Meaning", "What the device does"], [...rows, noAnswer])}
<h3 id="errors"><a href="#errors">Errors</a></h3>
<p>An error is a JSON object with <code>message</code> and, nearly always, <code>error</code>: a code to decide on. Checks run in this order and the first that fails answers: rate limit, path, method, token, device, content type and size, JSON, fields, sensors, readings.</p>
${table("Every error", ["error", "Status", "message", "When"], errorStatuses.flatMap(errorRows))}
${errorBodies(document)}`,
    parts: [{ id: "errors", title: "Errors" }],
  };
}

function errorRows(status: ErrorStatus): Html[][] {
  const rows = errorsOf(status).map((name) => {
    const { code, message, condition } = apiErrors[name];
    const label = code === null ? html`none` : html`<code>${code}</code>`;
    return [label, html`${status}`, html`${message}`, prose(condition)];
  });
  const stored = storedErrorOf(status);
  if (!stored) return rows;
  const storedRow = [
    html`none, contract <code>stored</code>`,
    html`${status}`,
    html`${stored.message}`,
    prose(stored.condition),
  ];
  return [...rows, storedRow];
}

/** Bodies that say more than their code and message are shown; the others can be unfolded. */
function errorBodies(document: OpenApiDocument): Html {
  const examples = errorStatuses.flatMap((status) => {
    const answer = document.components.responses[responseNameOf(status)]!;
    const ofStatus = Object.values(answer.content!["application/json"]!.examples!);
    return ofStatus.map(({ summary, value }) => ({ summary: `${status}: ${summary}`, value }));
  });
  const saysMore = ({ value }: Example) =>
    Object.keys(value as JsonObject).some((field) => field !== "message" && field !== "error");
  return html`<p>Some errors say more. Field paths count entries from 0: <code>data.value</code>, <code>data.3.timestamp</code>.</p>
<div class="columns">
${examples.filter(saysMore).map(jsonBlock)}</div>
<details><summary>The bodies of all other errors</summary><div class="columns">
${examples.filter((example) => !saysMore(example)).map(jsonBlock)}</div></details>
`;
}

export function dropReasonsSection(): Section {
  return {
    id: "drop-reasons",
    title: "Why a reading is dropped",
    body: html`<p>In a request of many, a reading can be dropped while the others go on. <code>rejected</code> counts such readings by reason; a reason without a drop is absent. If every reading was dropped, the answer is a 422 <code>${apiErrors.noReadingsAccepted.code}</code>.</p>
${table(
  "Keys of `rejected`",
  ["Reason", "Meaning"],
  dropReasons.map(({ key, meaning }) => [html`<code>${key}</code>`, prose(meaning)]),
)}`,
  };
}
