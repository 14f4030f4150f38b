import { dayText } from "../../format/time.ts";
import { keptSinceMs, keptText } from "./kept-text.ts";

/** What a shorter time deletes, said before it is chosen. */
export function DeletionWarning({ days, before }: { readonly days: number; readonly before: number | null }) {
  return (
    <>
      Readings are kept {keptText(before)} now. With {keptText(days)}, everything from before{" "}
      <strong className="text-text">{dayText(keptSinceMs(days, Date.now()))}</strong> is deleted for good,
      within about an hour. What is deleted by then does not come back when you undo this.
    </>
  );
}
