import { refreshEveryMs, useLiveState } from "../api/live.ts";
import { pausedBecause } from "../format/paused-live.ts";
import { useLasting } from "../ui/use-lasting.ts";

/** A stream that breaks off usually reconnects at once, so the note waits this long. */
const unsaidMs = 4000;

/** Explains why a page does not update live, and what it does instead. */
export function ConnectionNote() {
  const state = useLiveState();
  const isAway = useLasting(state.is === "away", unsaidMs);
  return (
    <div role="status" className="sticky top-0 z-30">
      {(isAway || state.is === "paused") && (
        <p className="border-b border-line bg-sunken px-6 py-2 text-sm max-md:px-4">
          {state.is === "paused" ? (
            <>
              <strong className="font-medium">Live updates are paused</strong>: {pausedBecause(state.problem)}
              . This page refreshes every {refreshEveryMs / 1000} s.
            </>
          ) : (
            <>
              <strong className="font-medium">Can’t reach the server.</strong> This page may be out of date.
              It reconnects automatically and keeps what you typed.
            </>
          )}
        </p>
      )}
    </div>
  );
}
