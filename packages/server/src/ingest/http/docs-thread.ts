/** The docs thread: builds what is published about the APIs, once. */
import type { DocumentLimits } from "@weir/protocol/openapi";
import { buildDocs } from "./build-docs.ts";

declare const self: Worker;

self.onmessage = (event: MessageEvent<DocumentLimits>) => {
  self.postMessage(buildDocs(event.data));
};
