import { docsPage } from "@weir/protocol/docs-page";
import { apiErrors } from "@weir/protocol/errors";
import { manageRoutes } from "@weir/protocol/manage/routes";
import { type DocumentLimits, openapiDocument } from "@weir/protocol/openapi";

import type { Answer } from "./answer.ts";
import type { RequestHead } from "./request-head.ts";

/** The routes for operators and readers of the docs. They are not counted against any budget. */
export interface OperationParts {
  readonly limits: DocumentLimits;
  /** Whether a reading could be accepted now. */
  isReady(): Promise<boolean>;
  metrics(): string;
}

/** Answers a path of its own; null for every other. */
export type Operations = (head: RequestHead) => Answer | Promise<Answer> | null;

const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

export function createOperations(parts: OperationParts): Operations {
  // Made when first asked for: most servers are never asked.
  let document: string | null = null;
  let page: string | null = null;

  const routes = new Map<string, () => Answer | Promise<Answer>>([
    ["/healthz", () => json(200, { status: "ok" })],
    [
      "/readyz",
      async () =>
        (await parts.isReady()) ? json(200, { status: "ready" }) : json(503, { status: "unavailable" }),
    ],
    ["/metrics", () => text("text/plain; version=0.0.4; charset=utf-8", parts.metrics())],
    [
      "/openapi.json",
      () => {
        document ??= JSON.stringify(openapiDocument(parts.limits, manageRoutes), null, 2);
        return text("application/json", document);
      },
    ],
    [
      "/docs",
      () => {
        page ??= docsPage(openapiDocument(parts.limits, manageRoutes));
        return withPolicy(text("text/html; charset=utf-8", page), pagePolicy);
      },
    ],
  ]);

  return ({ method, target }) => {
    if (target.startsWith("/api/")) return null;
    const query = target.indexOf("?");
    const route = routes.get(query < 0 ? target : target.slice(0, query));
    if (route === undefined) return null;
    if (method === "GET" || method === "HEAD") return route();
    const { status, message, code } = apiErrors.methodNotAllowed;
    return { ...json(status, { message, error: code }), headers: { ...jsonHeaders, Allow: "GET, HEAD" } };
  };
}

const jsonHeaders = { "Content-Type": "application/json" };

function withPolicy(answer: Answer, policy: string): Answer {
  const headers = { "Content-Security-Policy": policy, "Referrer-Policy": "no-referrer" };
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

function json(status: number, body: Record<string, unknown>): Answer {
  return { status, headers: jsonHeaders, body: JSON.stringify(body) };
}

function text(contentType: string, body: string): Answer {
  return { status: 200, headers: { "Content-Type": contentType }, body };
}
