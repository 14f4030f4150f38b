import type { Answer, Operation, PathItem } from "./openapi-document.ts";

/** The routes for whoever runs the server. Only their statuses are promised; probes should not read bodies. */
export const operationalPaths: Record<string, PathItem> = {
  "/healthz": {
    get: operationalRoute("health", "The process is alive", {
      "200": { description: "Alive." },
    }),
  },
  "/readyz": {
    get: operationalRoute("readiness", "The server can take readings", {
      "200": { description: "Ready." },
      "503": { description: "Not ready: starting, stopping, or unable to make readings durable." },
    }),
  },
  "/metrics": {
    get: operationalRoute("metrics", "Counters and gauges for Prometheus", {
      "200": {
        description: "The Prometheus text format.",
        content: { "text/plain": { schema: { type: "string" } } },
      },
    }),
  },
};

function operationalRoute(
  operationId: string,
  summary: string,
  responses: Record<string, Answer>,
): Operation {
  return {
    operationId,
    tags: ["operation"],
    summary,
    description: "Takes no token.",
    security: [],
    responses,
  };
}
