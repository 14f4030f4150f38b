import { apiErrors } from "@weir/protocol/errors";
import type { Answer } from "./answer.ts";
import type { RequestHead, RequestHeaders } from "./request-head.ts";

/** Answers its own paths; null for every other. */
export type OwnPaths = (head: RequestHead, peerAddress: string) => Answer | Promise<Answer> | null;

export type AnswerPath = (headers: RequestHeaders) => Answer | Promise<Answer>;

/** Answers GET and HEAD requests of these paths. */
export function answerRoutes(routes: ReadonlyMap<string, AnswerPath>): OwnPaths {
  return ({ method, target, headers }) => {
    const route = routes.get(pathOf(target));
    if (route === undefined) return null;
    if (method === "GET" || method === "HEAD") return route(headers);
    const { status, message, code } = apiErrors.methodNotAllowed;
    return {
      ...jsonAnswer(status, { message, error: code }),
      headers: { ...jsonHeaders, Allow: "GET, HEAD" },
    };
  };
}

export function pathOf(target: string): string {
  const query = target.indexOf("?");
  return query < 0 ? target : target.slice(0, query);
}

export const jsonHeaders = { "Content-Type": "application/json" };

export function jsonAnswer(status: number, body: Record<string, unknown>): Answer {
  return { status, headers: jsonHeaders, body: JSON.stringify(body) };
}
