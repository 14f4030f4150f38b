import type { z } from "zod";
import type { Access, ScopeNeed } from "./access.ts";

/**
 * One operation of the management API, described once: the server routes, checks and answers by it, the OpenAPI document
 * and the docs page are written from it, clients are typed by it, and the tests of access are generated from it.
 */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `managePath`; `{name}` is a parameter. */
  readonly path: string;
  readonly tag: string;
  /** A short sentence without a full stop. */
  readonly summary: string;
  /** Markdown; what the summary cannot say. */
  readonly description?: string;
  readonly access: Access;
  /** What an API key needs; null where keys may not call it at all. */
  readonly scope: ScopeNeed | null;
  /** Asks a person for a password or code when the last one is older than `proofAgeMaxMinutes`; never asks an API key. */
  readonly proof?: true;
  /** Its body has a secret although nobody is signed in, so it is not taken over plain HTTP from other machines. */
  readonly takesSecret?: true;
  /** Of the path, as text. Unless it says otherwise, every parameter is a text. */
  readonly params?: z.ZodObject;
  /** Of the query string: all of it text, so numbers are coerced. */
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The body is not JSON but bytes (application/octet-stream). */
  readonly bodyType?: "bytes";
  /** The largest body; `usualBodyBytesMax` where it is not given. A larger one is refused with 413. */
  readonly bodyBytesMax?: number;
  /** Its body may have a rule chain. Reading one takes time, which counts against the account's limit of checks. */
  readonly takesChain?: true;
  readonly status: 200 | 201 | 202 | 204;
  /** What comes back: JSON of this form, nothing (204), or a stream of these media types. */
  readonly answer: z.ZodType | null | { readonly stream: readonly string[] };
  /** Whether it answers with an ETag, and takes If-Match, because two people may edit the same thing. */
  readonly versioned?: true;
}

export const managePath = "/api/manage/v1";

/** Enough for forms and for a thousand ids. Whatever takes more says so in its route. */
export const usualBodyBytesMax = 64 * 1024;

export function bodyBytesMaxOf({ bodyBytesMax }: Route): number {
  return bodyBytesMax ?? usualBodyBytesMax;
}

/** A route as it is written: `tag` is that of its group, and `status` is 204 without an answer, else 200, unless it says otherwise. */
type WrittenRoute = Omit<Route, "tag" | "status"> & Partial<Pick<Route, "tag" | "status">>;

type Completed<Routes> = {
  readonly [Name in keyof Routes]: Omit<Routes[Name], "tag" | "status"> & Pick<Route, "tag" | "status">;
};

/** A group of routes, of which TypeScript keeps the schemas. `tag` is its heading in the docs. */
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

/** What a handler gets of a request that was checked. */
export interface InputOf<R extends Route> {
  readonly params: Parsed<R["params"], Readonly<Record<string, string>>>;
  readonly query: Parsed<R["query"], Readonly<Record<string, never>>>;
  readonly body: R["bodyType"] extends "bytes" ? Uint8Array : Parsed<R["body"], undefined>;
}

/** What a handler answers with, where it is JSON. */
export type AnswerOf<R extends Route> = R["answer"] extends z.ZodType ? z.input<R["answer"]> : null;
