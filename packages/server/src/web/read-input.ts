import { bodyBytesMaxOf, type InputOf, type Route } from "@weir/protocol/manage/route";
import { fail, type Result, succeed } from "@weir/protocol/result";
import type { z } from "zod";
import { isNestedDeeperThan } from "../platform/json-depth.ts";
import type { ProblemDetails } from "./api-answer.ts";
import type { ApiRequest } from "./api-request.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** How many wrong fields are reported. A body can be wrong in more places than an answer should list. */
const errorsMax = 100;

/** Checks the input of a request against its route. All wrong fields are reported at once. */
export function readInput<R extends Route>(
  route: R,
  request: ApiRequest,
  params: Readonly<Record<string, string>>,
  query: URLSearchParams,
): Result<InputOf<R>, ProblemDetails> {
  const body = readBody(route, request);
  if (!body.ok) return body;
  const errors: { field: string; message: string }[] = [];
  const read = (schema: z.ZodType | undefined, value: unknown, place: string): unknown => {
    if (schema === undefined) return value;
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) errors.push(...fieldErrors(issue, place));
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

/** By its path in the request. An unexpected key counts as a field. */
function fieldErrors(issue: z.core.$ZodIssue, place: string): { field: string; message: string }[] {
  const path = [...(place === "" ? [] : [place]), ...issue.path].map(String);
  if (issue.code !== "unrecognized_keys") return [{ field: path.join("."), message: issue.message }];
  return issue.keys.map((key) => ({ field: [...path, key].join("."), message: "Unknown field." }));
}

type BodyResult = Result<unknown, ProblemDetails>;

function readBody(route: Route, request: ApiRequest): BodyResult {
  const isBytes = route.bodyType === "bytes";
  if (!isBytes && route.body === undefined) return succeed(undefined);
  if (isEncoded(request)) return encoded;
  return isBytes ? readBytes(request, bodyBytesMaxOf(route)) : readJson(request);
}

/** Only devices may compress what they send. Bodies are small here, and inflating them would need limits of its own. */
function isEncoded({ headers }: ApiRequest): boolean {
  return (headers.get("content-encoding") ?? "identity").trim().toLowerCase() !== "identity";
}

const encoded: BodyResult = fail({
  ...{ status: 415, code: "unsupported_media_type" },
  detail: "Send the body without a Content-Encoding.",
  headers: { "Accept-Encoding": "identity" },
});

function readBytes({ headers, body }: ApiRequest, bytesMax: number): BodyResult {
  if (mediaTypeOf(headers) !== "application/octet-stream") return unsupported("application/octet-stream");
  if (body.length <= bytesMax) return succeed(body);
  const detail = `The body must not be larger than ${bytesMax} bytes.`;
  return fail({ status: 413, code: "too_large", detail });
}

function mediaTypeOf(headers: ApiRequest["headers"]): string | undefined {
  return headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
}

function unsupported(wanted: string): BodyResult {
  const detail = `Send the body as ${wanted}.`;
  const headers = { Accept: wanted };
  return fail({ status: 415, code: "unsupported_media_type", detail, headers });
}

/**
 * The nesting of lists and objects. The settings of a node may have 32 levels, and the largest bodies have a few around
 * them.
 */
const depthMax = 64;

function readJson({ headers, body }: ApiRequest): BodyResult {
  if (mediaTypeOf(headers) !== "application/json") return unsupported("application/json");
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
