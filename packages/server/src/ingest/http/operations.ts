import { docsContentPolicy } from "@weir/protocol/docs-page/docs-content-policy";
import { apiErrors } from "@weir/protocol/errors";
import type { DocumentLimits } from "@weir/protocol/openapi";
import type { Answer } from "./answer.ts";
import type { MetricsAccess } from "./metrics-access.ts";
import { PublishedDocs } from "./published-docs.ts";
import type { RequestHead, RequestHeaders } from "./request-head.ts";
import { answerWithContent } from "./shared-content.ts";

/** The routes for operators and readers of the docs. They do not count against any budget. */
interface OperationParts {
  readonly limits: DocumentLimits;
  metrics(): Promise<string>;
  readonly mayReadMetrics: MetricsAccess;
}

/** Answers its own paths; null for every other. */
export type Operations = (head: RequestHead, peerAddress: string) => Answer | Promise<Answer> | null;

/** Clients may keep it but must revalidate: it changes with the server's version and settings. */
const caching = { "Cache-Control": "no-cache" };
const pageHeaders = { ...caching, "Content-Security-Policy": `${docsContentPolicy}; frame-ancestors 'none'` };

type Route = (headers: RequestHeaders) => Answer | Promise<Answer>;

/** Creates the routes of the metrics and the docs. */
export function createOperations(parts: OperationParts): Operations {
  const docs = new PublishedDocs(parts.limits);
  const answer = answerRoutes(
    new Map<string, Route>([
      [metricsPath, async () => text("text/plain; version=0.0.4; charset=utf-8", await parts.metrics())],
      ["/openapi.json", async (headers) => answerWithContent((await docs.get()).document, headers, caching)],
      ["/docs", async (headers) => answerWithContent((await docs.get()).page, headers, pageHeaders)],
      ["/docs.js", async (headers) => answerWithContent((await docs.get()).script, headers, caching)],
    ]),
  );
  return (head, peerAddress) => {
    const isForbidden = pathOf(head.target) === metricsPath && !parts.mayReadMetrics(head, peerAddress);
    return isForbidden ? notForStrangers : answer(head, peerAddress);
  };
}

/** The services that a node cannot work without. */
export interface NeededOthers {
  missing(): Promise<readonly string[]>;
  notes(): readonly string[];
  refusals(): readonly string[];
}

/**
 * Answers whether the listener is alive, and whether a reading could be accepted now. If that depends on other services, the
 * answer names those that cannot be reached, and what an operator should know about them.
 */
export function createHealth(isReady: () => Promise<boolean>, others?: NeededOthers): Operations {
  return answerRoutes(
    new Map<string, Route>([
      ["/healthz", () => json(200, { status: "ok" })],
      [
        "/readyz",
        async () => {
          const notes = others?.notes() ?? [];
          if (await isReady()) return json(200, { status: "ready", ...noted(notes) });
          const named = others === undefined ? {} : { missing: await others.missing() };
          return json(503, { status: "unavailable", ...named, ...noted(others?.refusals() ?? []) });
        },
      ],
    ]),
  );
}

function noted(notes: readonly string[]): { readonly notes?: readonly string[] } {
  return notes.length === 0 ? {} : { notes };
}

const metricsPath = "/metrics";

function pathOf(target: string): string {
  const query = target.indexOf("?");
  return query < 0 ? target : target.slice(0, query);
}

function answerRoutes(routes: ReadonlyMap<string, Route>): Operations {
  return ({ method, target, headers }) => {
    const route = routes.get(pathOf(target));
    if (route === undefined) return null;
    if (method === "GET" || method === "HEAD") return route(headers);
    const { status, message, code } = apiErrors.methodNotAllowed;
    return { ...json(status, { message, error: code }), headers: { ...jsonHeaders, Allow: "GET, HEAD" } };
  };
}

const jsonHeaders = { "Content-Type": "application/json" };

const notForStrangers: Answer = {
  ...json(401, {
    message:
      "Metrics are for the operator: ask from this machine, or send the metrics_token as a bearer token.",
    error: "unauthenticated",
  }),
  headers: { ...jsonHeaders, "WWW-Authenticate": "Bearer" },
};

function json(status: number, body: Record<string, unknown>): Answer {
  return { status, headers: jsonHeaders, body: JSON.stringify(body) };
}

function text(contentType: string, body: string): Answer {
  return { status: 200, headers: { "Content-Type": contentType }, body };
}
