import type { z } from "zod";
import type { Access, ScopeNeed } from "./access.ts";

/**
 * One operation of the management API. The server routes, checks and answers requests from this description; the
 * OpenAPI document, the docs page, the types of clients and the tests of access are derived from it.
 */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `managePath`; `{name}` is a parameter. */
  readonly path: string;
  readonly tag: string;
  /** A short sentence without a full stop. */
  readonly summary: string;
  /** Markdown with what the summary cannot say. */
  readonly description?: string;
  readonly access: Access;
  /** What an API key needs; null if keys may not call the route. */
  readonly scope: ScopeNeed | null;
  /** Asks a person for a password or code when the last one is older than `proofAgeMaxMinutes`; never asks an API key. */
  readonly proof?: true;
  /** The body has a secret although nobody is signed in, so it is refused over plain HTTP from other machines. */
  readonly takesSecret?: true;
  /** Parameters of the path. A parameter without a schema is a text. */
  readonly params?: z.ZodObject;
  /** Parameters of the query string. All of them are text, so numbers are coerced. */
  readonly query?: z.ZodObject;
  /** Query parameters whose names begin like this are also taken. All others that `query` does not name are refused. */
  readonly queryPrefix?: QueryPrefix;
  readonly body?: z.ZodType;
  /** The body is not JSON but bytes (application/octet-stream). */
  readonly bodyType?: "bytes";
  /** Media types that bytes may be sent as instead; `image/*` means all images. The bytes themselves decide what they are. */
  readonly bodyMediaTypes?: readonly string[];
  /** The largest body, by default `usualBodyBytesMax`. A larger one is refused with 413. */
  readonly bodyBytesMax?: number;
  /** The body may have a rule chain. Reading one takes time, which counts against the account's limit of checks. */
  readonly takesChain?: true;
  readonly status: 200 | 201 | 202 | 204;
  /** The answer: JSON of this schema, nothing (204), or a stream of these media types. */
  readonly answer: z.ZodType | null | { readonly stream: readonly string[] };
  /** Whether the route answers with an ETag and accepts If-Match, because two people may edit the same thing. */
  readonly versioned?: true;
}

interface QueryPrefix {
  readonly text: string;
  /** The shape of the rest of the name, and how people are told about it. */
  readonly rest: RegExp;
  readonly rule: string;
}

export const managePath = "/api/manage/v1";

/** Enough for forms and for a thousand ids. Routes that need more say so. */
export const usualBodyBytesMax = 64 * 1024;

export function bodyBytesMaxOf({ bodyBytesMax }: Route): number {
  return bodyBytesMax ?? usualBodyBytesMax;
}

/** A route as it is written down. `tag` comes from its group. `status` defaults to 200, or to 204 without an answer. */
type WrittenRoute = Omit<Route, "tag" | "status"> & Partial<Pick<Route, "tag" | "status">>;

type Completed<Routes> = {
  readonly [Name in keyof Routes]: Omit<Routes[Name], "tag" | "status"> & Pick<Route, "tag" | "status">;
};

/** A group of routes whose schemas TypeScript keeps. `tag` is the heading of the group in the docs. */
export function defineRoutes<const Routes extends Readonly<Record<string, WrittenRoute>>>(
  tag: string,
  routes: Routes,
): Completed<Routes> {
  const completed = Object.entries(routes).map(([name, route]) => {
    const status = route.answer === null ? 204 : 200;
    return [name, { tag, status, ...route }];
  });
  return Object.fromEntries(completed) as Completed<Routes>;
}

type Parsed<Schema, Fallback> = Schema extends z.ZodType ? z.output<Schema> : Fallback;

/** What a handler gets from a request that was checked. */
export interface InputOf<R extends Route> {
  readonly params: Parsed<R["params"], Readonly<Record<string, string>>>;
  readonly query: Parsed<R["query"], Readonly<Record<string, never>>>;
  readonly body: R["bodyType"] extends "bytes" ? Uint8Array : Parsed<R["body"], undefined>;
}

/** What a handler answers with, where it is JSON. */
export type AnswerOf<R extends Route> = R["answer"] extends z.ZodType ? z.input<R["answer"]> : null;
