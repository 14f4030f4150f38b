import { docsPolicy, trustedTypesOf } from "../trusted-types.ts";

/** The content security policy that the documentation is written for. */
export const docsContentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  trustedTypesOf(docsPolicy),
].join("; ");
