import type { ApiErrorName } from "@weir/protocol/errors";
import type { HttpFault } from "../http/http-fault.ts";

/** The API error for each fault. */
export const faultErrors: Record<HttpFault, ApiErrorName> = {
  400: "badRequest",
  408: "requestTimeout",
  414: "uriTooLong",
  417: "expectationFailed",
  431: "headersTooLarge",
  500: "serverError",
  501: "notImplemented",
  505: "versionNotSupported",
};
