import { bodyBytesMaxOf, type InputOf, type Route } from "@weir/protocol/manage/route";
import { fail, type Result, succeed } from "@weir/protocol/result";
import type { z } from "zod";
import { isNestedDeeperThan } from "../platform/json-depth.ts";
import { unknownName } from "../platform/unknown-name.ts";
import type { ProblemDetails } from "./api-answer.ts";
import type { ApiRequest } from "./api-request.ts";
import { issueDescriber, issuesMeant, keysDescribedMax } from "./describe-issue.ts";
import { refuseTexts } from "./refuse-texts.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** How many wrong fields are reported. A body can be wrong in more places than an answer should list. */
const errorsMax = 100;
/** More than are reported, because the alternatives of a field are described before one of them is chosen. */
const describedMax = 1000;

/** Checks the input of a request against its route. All wrong fields are reported at once. */
export function readInput<R extends Route>(
  route: R,
  request: ApiRequest,
  params: Readonly<Record<string, string>>,
  query: URLSearchParams,
): Result<InputOf<R>, ProblemDetails> {
  const body = readBody(route, request);
  if (!body.ok) return body;
  const refused =
    refuseTexts(params, ["path"]) ??
    refuseTexts([...query.values()], ["query"]) ??
    (route.bodyType === "bytes" ? null : refuseTexts(body.value, []));
  if (refused !== null) {
    const detail = `${refused.field === "" ? "The body" : refused.field}: ${refused.message}`;
    return fail({ status: 422, code: "not_valid", detail, errors: [refused] });
  }
  const errors = queryErrors(route, query);
  const describe = issueDescriber(describedMax);
  const read = (schema: z.ZodType | undefined, value: unknown, place: string): unknown => {
    if (schema === undefined) return value;
    const parsed = schema.safeParse(value, { error: describe });
    if (parsed.success) return parsed.data;
    const issues = parsed.error.issues.slice(0, errorsMax);
    for (const [nth, issue] of issues.entries()) {
      if (!isOfWrongType(issue, issues[nth - 1])) errors.push(...fieldErrors(issue, place));
    }
    return undefined;
  };
  const input = {
    params: read(route.params, params, "path"),
    query: read(route.query, Object.fromEntries(query), "query"),
    body: read(route.body, body.value, ""),
  };
  if (errors.length === 0) return succeed(input as InputOf<R>);
  const [first] = errors;
  const detail = `${first!.field === "" ? "The body" : first!.field}: ${first!.message}`;
  return fail({ status: 422, code: "not_valid", detail, errors: errors.slice(0, errorsMax) });
}

/** A list that is given for a text is not too short besides. The library says both, one after the other. */
function isOfWrongType(issue: z.core.$ZodIssue, before: z.core.$ZodIssue | undefined): boolean {
  const isLength = issue.code === "too_small" || issue.code === "too_big";
  return isLength && before?.code === "invalid_type" && before.path.join(".") === issue.path.join(".");
}

interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** A parameter that nobody reads would change nothing, so its sender would take the answer for another one. */
function queryErrors({ query: schema, queryPrefix }: Route, query: URLSearchParams): FieldError[] {
  const known = Object.keys(schema?.shape ?? {});
  return [...new Set(query.keys())].flatMap((name) => {
    const field = `query.${name}`;
    if (queryPrefix !== undefined && name.startsWith(queryPrefix.text)) {
      const isName = queryPrefix.rest.test(name.slice(queryPrefix.text.length));
      if (!isName) return [{ field, message: queryPrefix.rule }];
    } else if (!known.includes(name)) return [{ field, message: unknownName("parameter", name, known) }];
    return query.getAll(name).length > 1 ? [{ field, message: "must be given only once" }] : [];
  });
}

/** By its path in the request. An unexpected key counts as a field. */
function fieldErrors(issue: z.core.$ZodIssue, place: string): FieldError[] {
  const path = [...(place === "" ? [] : [place]), ...issue.path].map(String);
  const field = path.join(".");
  if (issue.code === "invalid_union") {
    const meant = issuesMeant(issue);
    if (meant !== null) return meant.flatMap((each) => fieldErrors(each, field));
  }
  if (issue.code !== "unrecognized_keys") return [{ field, message: issue.message }];
  const messages = issue.message.split("\n");
  return issue.keys.slice(0, keysDescribedMax).map((key, nth) => {
    return { field: [...path, key].join("."), message: messages[nth] ?? messages[0]! };
  });
}

type BodyResult = Result<unknown, ProblemDetails>;

function readBody(route: Route, request: ApiRequest): BodyResult {
  const isBytes = route.bodyType === "bytes";
  if (!isBytes && route.body === undefined) return succeed(undefined);
  if (isEncoded(request)) return encoded;
  return isBytes ? readBytes(request, route) : readJson(request);
}

/** Only devices may compress what they send. Bodies are small here, and inflating them would need limits of its own. */
function isEncoded({ headers }: ApiRequest): boolean {
  return (headers.get("content-encoding") ?? "identity").trim().toLowerCase() !== "identity";
}

const encoded: BodyResult = fail({
  status: 415,
  code: "unsupported_media_type",
  detail: "Send the body without a Content-Encoding.",
  headers: { "Accept-Encoding": "identity" },
});

function readBytes({ headers, body }: ApiRequest, route: Route): BodyResult {
  const wanted = ["application/octet-stream", ...(route.bodyMediaTypes ?? [])];
  const given = mediaTypeOf(headers) ?? "";
  const isWanted = wanted.some((type) =>
    type.endsWith("*") ? given.startsWith(type.slice(0, -1)) : given === type,
  );
  if (!isWanted) return unsupported(wanted);
  const bytesMax = bodyBytesMaxOf(route);
  if (body.length <= bytesMax) return succeed(body);
  const detail = `The body must not be larger than ${bytesMax} bytes.`;
  return fail({ status: 413, code: "too_large", detail });
}

function mediaTypeOf(headers: ApiRequest["headers"]): string | undefined {
  return headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
}

function unsupported(wanted: readonly string[]): BodyResult {
  const detail = `Send the body as ${wanted.join(" or ")}.`;
  const headers = { Accept: wanted.join(", ") };
  return fail({ status: 415, code: "unsupported_media_type", detail, headers });
}

/**
 * The nesting of lists and objects. The settings of a node may have 32 levels, and the largest bodies have a few around
 * them.
 */
const depthMax = 64;

function readJson({ headers, body }: ApiRequest): BodyResult {
  if (mediaTypeOf(headers) !== "application/json") return unsupported(["application/json"]);
  if (isNestedDeeperThan(body, depthMax)) {
    const detail = `The body must not be nested deeper than ${depthMax} levels.`;
    return fail({ status: 422, code: "not_valid", detail });
  }
  try {
    return succeed(JSON.parse(utf8.decode(body)));
  } catch {
    return fail({ status: 400, code: "not_json", detail: "The body is not JSON in UTF-8." });
  }
}
