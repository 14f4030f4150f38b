import type { Forward } from "../../ingest/dispatch-request.ts";

/** Answers what is not for devices where the management API has an address of its own. */
export const refuseMisdirected: Forward = async () => ({
  begun: {
    status: 421,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
    body: "This address receives readings. The dashboard and the management API are served by manage processes.\n",
  },
  isMarked: false,
});
