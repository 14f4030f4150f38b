import { docsPage } from "@weir/protocol/docs-page";
import { type DocumentLimits, openapiDocument } from "@weir/protocol/openapi";

/** The routes for operators and readers of the docs. They are not counted against any budget. */
export interface OperationParts {
  readonly limits: DocumentLimits;
  /** Whether a reading could be accepted now. */
  isReady(): Promise<boolean>;
  metrics(): string;
}

export type Operations = (path: string, request: Request) => Promise<Response> | null;

const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

export function createOperations(parts: OperationParts): Operations {
  // Made when first asked for: most servers are never asked.
  let document: string | null = null;
  let page: string | null = null;

  const routes: Record<string, () => Promise<Response>> = {
    "/healthz": async () => Response.json({ status: "ok" }),
    "/readyz": async () => {
      const ready = await parts.isReady();
      return Response.json({ status: ready ? "ready" : "unavailable" }, { status: ready ? 200 : 503 });
    },
    "/metrics": async () =>
      new Response(parts.metrics(), {
        headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
      }),
    "/openapi.json": async () => {
      document ??= JSON.stringify(openapiDocument(parts.limits), null, 2);
      return new Response(document, { headers: { "content-type": "application/json" } });
    },
    "/docs": async () => {
      page ??= docsPage(openapiDocument(parts.limits));
      return new Response(page, {
        headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": pagePolicy },
      });
    },
  };

  return (path, request) => {
    const route = routes[path];
    if (route === undefined) return null;
    if (request.method === "GET" || request.method === "HEAD") return route();
    const body = { message: "Method not allowed.", error: "method_not_allowed" };
    return Promise.resolve(Response.json(body, { status: 405, headers: { allow: "GET, HEAD" } }));
  };
}
