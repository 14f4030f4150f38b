import type { ExpectedVersion } from "../manage/devices/devices-edit.ts";
import type { ApiRequest } from "./api-request.ts";

/** The versions in If-Match, one of which must be the current one; null if none was sent, or if any will do. */
export function expectedVersion({ headers }: ApiRequest): ExpectedVersion {
  const sent = headers.get("if-match")?.trim();
  if (sent === undefined || sent === "*") return null;
  return sent.split(",").map((tag) => tag.trim().replace(/^"(.*)"$/, "$1"));
}
