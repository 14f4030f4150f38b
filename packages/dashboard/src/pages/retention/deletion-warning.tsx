import { dayText } from "../../format/time.ts";
import { keptPhrase, keptSinceMs } from "./kept-text.ts";

/** Warns what a shorter retention deletes, before it is chosen. */
export function DeletionWarning({ days, before }: { readonly days: number; readonly before: number | null }) {
  return (
    <>
      Readings are currently kept {keptPhrase(before)}. If you keep them {keptPhrase(days)}, all readings from
      before <strong className="text-text">{dayText(keptSinceMs(days, Date.now()))}</strong> are permanently
      deleted within about an hour. Undo doesn’t bring back deleted readings.
    </>
  );
}
