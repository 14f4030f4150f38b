import { listText } from "../format/list-text.ts";

/** What would be lost, in the person's words. */
export function unsavedText(unsaved: readonly string[]): string {
  return `Unsaved changes: ${listText(unsaved)}.`;
}
