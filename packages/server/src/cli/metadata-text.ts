import { stringify } from "../platform/raw-json.ts";

/** The metadata of a reading as JSON; empty if there is none. */
export function metadataText(metadata: unknown): string {
  return metadata === null ? "" : stringify(metadata);
}
