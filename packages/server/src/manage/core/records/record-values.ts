import { formatMicros } from "../../../platform/instant.ts";
import { rawObject } from "../../../platform/raw-json.ts";

/** Values of records that may be missing, as commands and the API write them into JSON. */
export function msOrNull(timeMs: number | null): string | null {
  return timeMs === null ? null : formatMicros(timeMs * 1000);
}

export function microsOrNull(us: number | bigint | null): string | null {
  return us === null ? null : formatMicros(us);
}

/** Metadata is kept and shown as the JSON text that was sent; "" if there is none. */
export function metadataToJson(metadata: string | null): Record<string, unknown> | null {
  return metadata === null || metadata === "" ? null : rawObject(metadata);
}
