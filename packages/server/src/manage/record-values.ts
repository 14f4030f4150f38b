import { formatMicros } from "../platform/instant.ts";

/** Values of records that may be missing, as commands and the API both write them into JSON. */
export function msOrNull(timeMs: number | null): string | null {
  return timeMs === null ? null : formatMicros(timeMs * 1000);
}

export function microsOrNull(us: number | bigint | null): string | null {
  return us === null ? null : formatMicros(us);
}

/** Metadata are kept as JSON text, "" where there are none. */
export function metadataToJson(metadata: string | null): unknown {
  return metadata === null || metadata === "" ? null : (JSON.parse(metadata) as unknown);
}
