import { managePath } from "@weir/protocol/manage/route";
import type { Forward } from "../../ingest/dispatch-request.ts";

/**
 * Tells people and programs that ask for pages or the management API that these have another address. All other paths
 * are unknown routes of the device API, as on one machine.
 */
export const refuseMisdirected: Forward = async ({ method, target }) => {
  const isForPages = method === "GET" || method === "HEAD";
  if (!isForPages && !target.startsWith(`${managePath}/`)) return null;
  return {
    begun: {
      status: 421,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
      body: "This address receives readings. The dashboard and the management API are served by manage processes.\n",
    },
    isMarked: false,
  };
};
