/** The docs thread: builds the published documents about the APIs, once. */
import type { DocumentLimits } from "@weir/protocol/openapi";
import { buildDocs } from "./build-docs.ts";

declare const self: Worker;

self.onmessage = async (event: MessageEvent<DocumentLimits>) => {
  self.postMessage(await buildDocs(event.data));
};
