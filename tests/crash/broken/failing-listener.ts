/**
 * Loaded before Weir. Makes a listener thread fail on a request for /fail, outside of any request that could be
 * refused.
 */
import { isMainThread } from "node:worker_threads";
import { Connection } from "../../../packages/server/src/ingest/http/connection.ts";
import { loadInWorkers } from "./load-in-workers.ts";

if (isMainThread) {
  loadInWorkers(import.meta.path);
} else {
  const { received } = Connection.prototype;
  Connection.prototype.received = function (piece) {
    if (piece.includes("GET /fail ")) setTimeout(fail);
    received.call(this, piece);
  };
}

function fail(): never {
  throw new Error("This thread was asked to fail.");
}
