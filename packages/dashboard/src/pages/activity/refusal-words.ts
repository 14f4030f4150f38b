import type { RefusalCode } from "@weir/protocol/request-reasons";

/** Why the server refused a request as a whole. */
const refusals: Readonly<Record<string, string>> & Readonly<Record<RefusalCode, string>> = {
  missing_token: "no token",
  invalid_token: "invalid token",
  device_disabled: "device disabled",
  device_not_found: "unknown device",
  sensor_not_found: "unknown sensor",
  validation_failed: "invalid body",
  payload_too_large: "body too large",
  unsupported_media_type: "not JSON",
  method_not_allowed: "not a POST request",
  no_readings_accepted: "no reading accepted",
  too_many_requests: "too many requests",
  server_error: "server error",
  unavailable: "server unavailable",
  account_limit: "account limit",
};

/** Null if the code is not that of a refusal. */
export function refusalCodeText(code: string): string | null {
  return refusals[code] ?? null;
}

export function refusalText(error: string | null, status: number): string {
  if (error === null) return `status ${status}`;
  return refusals[error] ?? error.replaceAll("_", " ");
}
