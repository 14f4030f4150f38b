import type { z } from "zod";
import {
  type JsonObject,
  type JsonSchema,
  type OpenApiDocument,
  type Operation,
  operationMethods,
  type Parameter,
  type PathItem,
  type Reference,
  type RequestBody,
  refTo,
} from "../openapi/openapi-document.ts";
import { type Access, roles, scopesIn, scopeText } from "./access.ts";
import {
  manageHeaders,
  manageParameters,
  problemAnswers,
  problemReferences,
  successOf,
  takesIfMatch,
} from "./manage-openapi-answers.ts";
import { type Form, type RouteSchemas, routeSchemas } from "./manage-openapi-schemas.ts";
import { problem } from "./problem.ts";
import { proofAgeMaxMinutes } from "./proof-age.ts";
import { bodyBytesMaxOf, managePath, type Route } from "./route.ts";

/** What the management API adds to the document. */
export interface ManageDocument {
  readonly tags: OpenApiDocument["tags"];
  readonly paths: OpenApiDocument["paths"];
  readonly components: OpenApiDocument["components"];
}

/** OpenAPI 3.1 from the table of routes: what is not in a route is not in the document. */
export function managePaths(routes: Readonly<Record<string, Route>>): ManageDocument {
  const all = Object.values(routes);
  const schemas = routeSchemas([{ schema: problem, form: "output" }, ...all.flatMap(schemasIn)]);
  return {
    tags: [...new Set(all.map(({ tag }) => tag))].map((name) => ({ name })),
    paths: pathItems(routes, schemas),
    components: {
      schemas: schemas.components,
      responses: problemAnswers(all),
      parameters: all.some(takesIfMatch) ? manageParameters : {},
      headers: all.some(({ versioned }) => versioned) ? manageHeaders : {},
      securitySchemes,
    },
  };
}

const securitySchemes: Record<string, JsonObject> = {
  sessionCookie: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-weir_session",
    description:
      "Set by signing in. A requirement names the role that the person needs in the account in the path.",
  },
  shareLink: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "wsl_…",
    description: "The token of a share link, which shows one board.",
  },
  apiKey: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "wak_…",
    description: "An API key of the account. A requirement names the scope that the key needs.",
  },
};

/** The schemas of a route. What it takes is described in its input form, and what it answers in its output form. */
function schemasIn(route: Route): { schema: z.ZodType; form: Form }[] {
  const { params, query, body } = route;
  const sent = [params, query, body].filter((schema) => schema !== undefined);
  const answer = answerSchema(route);
  return [
    ...sent.map((schema) => ({ schema, form: "input" as const })),
    ...(answer === null ? [] : [{ schema: answer, form: "output" as const }]),
  ];
}

function answerSchema({ answer }: Route): z.ZodType | null {
  return answer === null || "stream" in answer ? null : answer;
}

function pathItems(routes: Readonly<Record<string, Route>>, schemas: RouteSchemas): Record<string, PathItem> {
  const items = new Map<string, Map<string, Operation>>();
  for (const [name, route] of Object.entries(routes)) {
    const path = managePath + route.path;
    const item = items.get(path) ?? new Map<string, Operation>();
    const method = route.method.toLowerCase();
    if (item.has(method)) throw new Error(`Two routes are ${route.method} ${route.path}.`);
    items.set(path, item.set(method, operationOf(name, route, schemas)));
  }
  return Object.fromEntries(
    [...items].map(([path, item]) => [
      path,
      Object.fromEntries(
        operationMethods.flatMap((method) => (item.has(method) ? [[method, item.get(method)]] : [])),
      ),
    ]),
  );
}

function operationOf(operationId: string, route: Route, schemas: RouteSchemas): Operation {
  const { tag, summary, description, status } = route;
  const answer = answerSchema(route);
  const parameters = parametersOf(route, schemas);
  const requestBody = requestBodyOf(route, schemas);
  return {
    operationId,
    tags: [tag],
    summary,
    description: [...(description === undefined ? [] : [description]), accessText(route)].join("\n\n"),
    security: securityOf(route),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === null ? {} : { requestBody }),
    responses: {
      [status]: successOf(route, answer === null ? null : schemas.of(answer, "output")),
      ...problemReferences(route),
    },
  };
}

function requestBodyOf(route: Route, schemas: RouteSchemas): RequestBody | null {
  const { body, bodyType } = route;
  const limit = `At most ${bodyBytesMaxOf(route)} bytes.`;
  if (bodyType === "bytes") {
    const types = ["application/octet-stream", ...(route.bodyMediaTypes ?? [])];
    const content = Object.fromEntries(types.map((type) => [type, { schema: {} }]));
    return { description: limit, required: true, content };
  }
  if (body === undefined) return null;
  const content = { "application/json": { schema: schemas.of(body, "input") } };
  return { description: `JSON in UTF-8. ${limit}`, required: true, content };
}

function parametersOf(route: Route, schemas: RouteSchemas): (Parameter | Reference)[] {
  return [
    ...pathParameters(route, schemas),
    ...(route.query === undefined ? [] : queryParameters(schemas.of(route.query, "input"))),
    ...(takesIfMatch(route) ? [refTo("parameters", "IfMatch")] : []),
  ];
}

function pathParameters({ path, params }: Route, schemas: RouteSchemas): Parameter[] {
  const described = params === undefined ? {} : propertiesOf(schemas.of(params, "input"));
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    const { description, ...schema } = described[name!] ?? { type: "string", minLength: 1 };
    const text =
      description ?? (schema.format === "uuid" ? `UUID of the ${name!.replaceAll("_", " ")}.` : undefined);
    return {
      name: name!,
      in: "path",
      required: true,
      ...(text === undefined ? {} : { description: text as string }),
      schema,
    };
  });
}

function queryParameters(query: JsonSchema): Parameter[] {
  const required = (query.required ?? []) as readonly string[];
  return Object.entries(propertiesOf(query)).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    required: required.includes(name),
    ...(description === undefined ? {} : { description: description as string }),
    schema,
  }));
}

function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  return (schema.properties ?? {}) as Record<string, JsonSchema>;
}

/** OpenAPI 3.1 lets a requirement of any scheme name roles: here the member's, and the key's scope. */
function securityOf({ access, scope }: Route): Operation["security"] {
  if (access === "public") return [];
  if (access === "link") return [{ shareLink: [] }];
  // No credentials lead there: whoever reaches the control socket is the operator.
  if (access === "operator") return [];
  return [{ sessionCookie: access === "signed-in" ? [] : [access] }, ...keyRequirements(scope)];
}

/** Each entry is one way in; the scopes of an entry are needed together. */
function keyRequirements(scope: Route["scope"]): { apiKey: string[] }[] {
  if (scope === null) return [];
  if (typeof scope === "object" && "anyOf" in scope) return scope.anyOf.map((each) => ({ apiKey: [each] }));
  return [{ apiKey: [...scopesIn(scope)] }];
}

function accessText({ access, scope, proof }: Route): string {
  if (access === "public") return "Open to everybody.";
  if (access === "link") return "For whoever has a share link.";
  if (access === "operator") return "Only for commands on the server's own machine.";
  const keys = scope === null ? "Not for API keys." : `An API key needs the scope ${scopeText(scope, "`")}.`;
  const asked =
    proof === true
      ? ` A person needs to have entered a password or code within the last ${proofAgeMaxMinutes} minutes; see \`POST /session/proof\`.`
      : "";
  return `For ${whoMay(access)}. ${keys}${asked}`;
}

function whoMay(access: Exclude<Access, "public" | "link" | "operator">): string {
  if (access === "signed-in") return "everyone who is signed in";
  const enough = roles.slice(roles.indexOf(access)).map((role) => `${role}s`);
  const last = enough.pop()!;
  return `${enough.length === 0 ? last : `${enough.join(", ")} and ${last}`} of the account`;
}
