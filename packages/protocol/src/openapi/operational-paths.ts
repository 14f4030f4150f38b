import type { Answer, Operation, PathItem } from "./openapi-document.ts";

/** The routes for whoever runs the server. Only their statuses are promised; probes should not read bodies. */
export const operationalPaths: Record<string, PathItem> = {
  "/healthz": {
    get: operationalRoute("health", "The process is alive", {
      "200": { description: "Alive." },
    }),
  },
  "/readyz": {
    get: operationalRoute("readiness", "The server can accept readings", {
      "200": { description: "Ready." },
      "503": { description: "Not ready: starting, stopping, or unable to make readings durable." },
    }),
  },
  "/metrics": {
    get: {
      ...operationalRoute("metrics", "Counters and gauges for Prometheus", {
        "200": {
          description: "The Prometheus text format. Accounts and chains are identified by UUID.",
          content: { "text/plain": { schema: { type: "string" } } },
        },
        "401": { description: "The request came neither from the server's own machine nor with the token." },
      }),
      description:
        "No token is needed from the server's own machine, unless through a proxy. From elsewhere, send the setting `metrics_token` as `Authorization: Bearer …`.",
    },
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
    description: "No token is needed.",
    security: [],
    responses,
  };
}
