import type { Problem } from "@weir/protocol/manage/problem";
import type { ProblemCode } from "@weir/protocol/manage/problem-codes";
import { problemMediaType } from "@weir/protocol/manage/problem-media-type";
import { problemType } from "@weir/protocol/manage/problem-type";
import type { Failure } from "@weir/protocol/result";
import type { StreamedBody } from "../ingest/http/answer.ts";
import { stringify } from "../platform/raw-json.ts";

/** An answer. A stream is read as fast as the client takes it, and cancelled when the client leaves. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | StreamedBody;
}

export function jsonAnswer(status: number, value: unknown, headers: Record<string, string> = {}): ApiAnswer {
  return {
    status,
    headers: { "Content-Type": "application/json", ...headers },
    body: stringify(value),
  };
}

export function emptyAnswer(headers: Record<string, string> = {}): ApiAnswer {
  return { status: 204, headers, body: "" };
}

export interface ProblemDetails {
  readonly status: number;
  readonly code: ProblemCode;
  readonly detail: string;
  readonly limit?: NonNullable<Problem["limit"]>;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Why a request is refused. */
export type Declined = Failure<ProblemDetails>;

const titles: Record<number, string> = {
  400: "Bad request",
  401: "Not signed in",
  403: "Not allowed",
  404: "Not found",
  405: "Method not allowed",
  409: "Conflict",
  410: "Gone",
  412: "Changed meanwhile",
  413: "Too large",
  415: "Unsupported media type",
  422: "Not valid",
  428: "If-Match needed",
  429: "Too many requests",
  500: "Server error",
  503: "Unavailable",
};

export function problemAnswer({
  status,
  code,
  detail,
  limit,
  errors,
  headers = {},
}: ProblemDetails): ApiAnswer {
  const problem: Problem = {
    type: problemType(code),
    title: titles[status] ?? "Problem",
    status,
    detail,
    code,
    ...(limit === undefined ? {} : { limit }),
    ...(errors === undefined ? {} : { errors: [...errors] }),
  };
  return {
    status,
    headers: { "Content-Type": problemMediaType, ...headers },
    body: JSON.stringify(problem),
  };
}
