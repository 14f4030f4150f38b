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
    get: {
      ...operationalRoute("metrics", "Counters and gauges for Prometheus", {
        "200": {
          description: "The Prometheus text format. Accounts and chains go by their UUIDs.",
          content: { "text/plain": { schema: { type: "string" } } },
        },
        "401": { description: "Neither from the server's own machine nor with the token." },
      }),
      description:
        "From the server's own machine, and not through a proxy, it takes no token. From elsewhere it takes the setting `metrics_token` as `Authorization: Bearer …`.",
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
    description: "Takes no token.",
    security: [],
    responses,
  };
}
