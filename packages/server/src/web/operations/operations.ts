import { docsContentPolicy } from "@weir/protocol/docs-page/docs-content-policy";
import type { DocumentLimits } from "@weir/protocol/openapi";
import type { Answer } from "../../ingest/http/answer.ts";
import {
  type AnswerPath,
  answerRoutes,
  jsonAnswer,
  jsonHeaders,
  type OwnPaths,
  pathOf,
} from "../../ingest/http/answer-routes.ts";
import { answerWithContent } from "../../ingest/http/shared-content.ts";
import { docsPaths } from "./docs-paths.ts";
import type { MetricsAccess } from "./metrics-access.ts";
import { PublishedDocs } from "./published-docs.ts";

/** The routes for operators and readers of the docs. They do not count against any budget. */
interface OperationParts {
  readonly limits: DocumentLimits;
  metrics(): Promise<string>;
  readonly mayReadMetrics: MetricsAccess;
}

/** Clients may keep it but must revalidate: it changes with the server's version and settings. */
const caching = { "Cache-Control": "no-cache" };
const docsHeaders = { ...caching, "Content-Security-Policy": `${docsContentPolicy}; frame-ancestors 'none'` };

/** Creates the routes of the metrics and the docs. */
export function createOperations(parts: OperationParts): OwnPaths {
  const docs = new PublishedDocs(parts.limits);
  const answer = answerRoutes(
    new Map<string, AnswerPath>([
      [metricsPath, async () => text("text/plain; version=0.0.4; charset=utf-8", await parts.metrics())],
      ...docsPaths.map((path): [string, AnswerPath] => [
        path,
        async (headers) => answerWithContent((await docs.get()).get(path)!, headers, docsHeaders),
      ]),
    ]),
  );
  return (head, peerAddress) => {
    const isForbidden = pathOf(head.target) === metricsPath && !parts.mayReadMetrics(head, peerAddress);
    return isForbidden ? notForStrangers : answer(head, peerAddress);
  };
}

const metricsPath = "/metrics";

const notForStrangers: Answer = {
  ...jsonAnswer(401, {
    message:
      "Metrics are for the operator: ask from this machine, or send the metrics_token as a bearer token.",
    error: "unauthenticated",
  }),
  headers: { ...jsonHeaders, "WWW-Authenticate": "Bearer" },
};

function text(contentType: string, body: string): Answer {
  return { status: 200, headers: { "Content-Type": contentType }, body };
}
