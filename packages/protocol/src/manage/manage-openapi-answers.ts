import {
  type Answer,
  type JsonSchema,
  type Parameter,
  type Reference,
  type ResponseHeader,
  refTo,
} from "../openapi/openapi-document.ts";
import { problemMediaType } from "./problem-media-type.ts";
import type { Route } from "./route.ts";

/** The component name of the problem of each status, and what it means for the caller. */
const problems = {
  400: ["ManageNotJson", "The body is not JSON in UTF-8."],
  401: ["ManageNotSignedIn", "Nobody is signed in, or the API key is no longer valid."],
  403: [
    "ManageNotAllowed",
    "The role or the API key does not allow this, or the request comes from a page of another site.",
  ],
  404: [
    "ManageNotFound",
    "What the path names does not exist, or belongs to an account that the caller is not a member of.",
  ],
  409: ["ManageConflict", "It conflicts with the current state; `code` says why."],
  412: [
    "ManageChangedMeanwhile",
    "`If-Match` names an earlier version, because someone else made a change in the meantime.",
  ],
  413: ["ManageTooLarge", "The body is too large for this operation."],
  415: [
    "ManageWrongMediaType",
    "The body has the wrong media type for this operation, or has a content coding.",
  ],
  422: [
    "ManageNotValid",
    "Something in the request is not valid, or refers to something that does not exist; `errors` names the fields.",
  ],
  428: ["ManageIfMatchNeeded", "`If-Match` is required, so that other people's changes are not overwritten."],
  default: [
    "ManageProblem",
    "Any other problem, such as 429 for too many attempts or 500 for a server error.",
  ],
} as const satisfies Record<string, readonly [name: string, description: string]>;

type ProblemStatus = keyof typeof problems;

const problemStatuses = Object.keys(problems) as `${ProblemStatus}`[];

export const manageHeaders: Readonly<Record<string, ResponseHeader>> = {
  ETag: {
    description: "Identifies this version of the object, for `If-Match`.",
    required: true,
    schema: { type: "string" },
    example: '"3"',
  },
};

export const manageParameters: Readonly<Record<string, Parameter>> = {
  IfMatch: {
    name: "If-Match",
    in: "header",
    required: false,
    description:
      "The `ETag` that the change starts from. The change is refused with 412 if the object has changed since.",
    schema: { type: "string" },
    example: '"3"',
  },
};

/** Something that is only being created has no version that a change could be based on. */
export function takesIfMatch({ method, path, versioned }: Route): boolean {
  const makesNew = method === "POST" && !/\{(?!account\})/.test(path);
  return versioned === true && method !== "GET" && !makesNew;
}

/** The problems that at least one route can answer with. An unused component would only confuse. */
export function problemAnswers(routes: readonly Route[]): Record<string, Answer> {
  const used = new Set(routes.flatMap(statusesOf));
  return Object.fromEntries(
    problemStatuses
      .filter((status) => used.has(status))
      .map((status) => {
        const [name, description] = problems[status];
        return [
          name,
          { description, content: { [problemMediaType]: { schema: refTo("schemas", "Problem") } } },
        ];
      }),
  );
}

export function problemReferences(route: Route): Record<string, Reference> {
  return Object.fromEntries(
    statusesOf(route).map((status) => [status, refTo("responses", problems[status][0])]),
  );
}

function statusesOf(route: Route): `${ProblemStatus}`[] {
  const takesJson = route.body !== undefined;
  const takesBody = takesJson || route.bodyType !== undefined;
  const isKnown = route.access !== "public" && route.access !== "link";
  const changes = route.method !== "GET";
  const applies: Record<`${ProblemStatus}`, boolean> = {
    "400": takesJson,
    "401": isKnown,
    "403": isKnown || changes,
    "404": route.path.includes("{") || route.access === "link",
    "409": changes,
    "412": takesIfMatch(route),
    "413": takesBody,
    "415": takesBody,
    "422": changes || route.params !== undefined || route.query !== undefined,
    "428": takesIfMatch(route),
    default: true,
  };
  return problemStatuses.filter((status) => applies[status]);
}

const successTexts: Record<Route["status"], string> = {
  200: "Done.",
  201: "Created.",
  202: "Accepted; it is carried out afterwards.",
  204: "Done; the answer has no body.",
};

/** `schema` is the schema of a JSON answer; null if the route answers with nothing or with a stream. */
export function successOf(route: Route, schema: JsonSchema | null): Answer {
  const headers =
    route.versioned === true && route.status !== 204 ? { ETag: refTo("headers", "ETag") } : null;
  const content = contentOf(route, schema);
  return {
    description: successTexts[route.status],
    ...(headers === null ? {} : { headers }),
    ...(content === null ? {} : { content }),
  };
}

function contentOf({ answer }: Route, schema: JsonSchema | null): NonNullable<Answer["content"]> | null {
  if (schema !== null) return { "application/json": { schema } };
  if (answer === null || !("stream" in answer)) return null;
  const streamed = { schema: { type: "string" } };
  return Object.fromEntries(answer.stream.map((mediaType) => [mediaType, streamed]));
}
