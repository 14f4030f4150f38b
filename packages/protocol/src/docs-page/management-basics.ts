import { roles, scopes } from "../manage/access.ts";
import { pageMax } from "../manage/paging.ts";
import { type ProblemCode, problemCodes } from "../manage/problem-codes.ts";
import { problemMediaType } from "../manage/problem-media-type.ts";
import { problemAnchor, problemType } from "../manage/problem-type.ts";
import { proofAgeMaxMinutes } from "../manage/proof-age.ts";
import { managePath } from "../manage/route.ts";
import { codeBlock, jsonBlock, type Section, table } from "./blocks.ts";
import { type Html, html, prose } from "./html.ts";
import { serverPlaceholder } from "./placeholders.ts";

const keyPlaceholder = "API_KEY";
const accountPlaceholder = "ACCOUNT_UUID";

const parts = [
  { id: "management-sign-in", title: "Signing in", body: signIn() },
  { id: "management-keys", title: "Keys for programs", body: keys() },
  { id: "management-problems", title: "Problems", body: problems() },
  { id: "management-pages", title: "Pages", body: pages() },
  { id: "management-versions", title: "Concurrent edits", body: versions() },
];

/** What all operations of the management API have in common, so that it is said once. */
export const managementBasics: Omit<Section, "id" | "title"> = {
  body: html`<p>Everything except sending readings, for people and their programs, is below <code>${managePath}</code>. Bodies and answers are JSON with names in <code>snake_case</code>; objects are identified by UUID; times are ISO 8601 in UTC. Everything that belongs to an account has the account in its path.</p>
${parts.map(
  ({ id, title, body }) => html`<h3 id="${id}"><a href="#${id}">${title}</a></h3>
${body}`,
)}`,
  parts,
};

function signIn(): Html {
  return html`<p><code>POST ${managePath}/session</code> with email and password sets a cookie that the browser sends with later requests. A person has a role in each account they are a member of: ${codeList(roles)}, each of which can do everything the roles before it can. Changes are accepted only from the server’s own pages; requests from pages of other sites are refused. Operations that show or hand out secrets want a password or code that is at most ${proofAgeMaxMinutes} minutes old and answer <code>proof_needed</code> otherwise; <a href="#operation-giveProof"><code>POST ${managePath}/session/proof</code></a> takes one.</p>
`;
}

function keys(): Html {
  return html`<p>A program sends an API key, which an owner creates for one account. Its scopes decide what it can do, which is at most what an editor can do: ${codeList(scopes)}.</p>
${codeBlock(
  "The devices of an account",
  [
    `curl "${serverPlaceholder}${managePath}/accounts/${accountPlaceholder}/devices"`,
    `-H "Authorization: Bearer ${keyPlaceholder}"`,
  ].join(" \\\n  "),
)}`;
}

function problems(): Html {
  return html`<p>Every error is a problem as defined by RFC 9457, sent as <code>${problemMediaType}</code>. Decide on <code>status</code> and <code>code</code>; <code>detail</code> is for people and may change. Where fields are wrong, <code>errors</code> names them all: those of the body by their path in it, those of the URL as in <code>query.limit</code> and <code>path.device</code>. Parameters and fields that are not listed for a route are refused too.</p>
${jsonBlock({
  summary: "422: a body that is not valid",
  value: {
    type: problemType("not_valid"),
    title: "Not valid",
    status: 422,
    detail: "name: must not be empty",
    code: "not_valid",
    errors: [{ field: "name", message: "must not be empty" }],
  },
})}
${table(
  "Every code",
  ["Code", "Meaning"],
  (Object.keys(problemCodes) as ProblemCode[]).map((code) => [
    html`<code id="${problemAnchor(code)}">${code}</code>`,
    prose(problemCodes[code]),
  ]),
)}`;
}

function pages(): Html {
  return html`<p>A list answers with <code>items</code> and <code>next</code>. To get the next page, send <code>next</code> as <code>cursor</code> with the other parameters unchanged; on the last page it is null. A cursor is opaque. <code>limit</code> is at most ${pageMax.toLocaleString("en-US")}.</p>
`;
}

function versions(): Html {
  return html`<p>Anything that two people may edit at once has an <code>ETag</code>. Send it back as <code>If-Match</code> with the change: if someone else was faster, the answer is 412 and nothing is overwritten. Operations that require it answer 428 without it.</p>
`;
}

function codeList(words: readonly string[]): Html {
  return html`${words.map((word, index) => html`${index === 0 ? "" : ", "}<code>${word}</code>`)}`;
}
