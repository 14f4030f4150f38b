import { refresh } from "../../../api/queries.ts";
import { shortTime } from "../../../format/time.ts";
import { Button } from "../../../ui/button.tsx";
import { ExactTime } from "../../../ui/relative-time.tsx";
import { changedByBoards } from "../use-board.ts";
import type { BoardSaving } from "./use-save-board.ts";

/** Shown if somebody else has saved the board since editing began. */
export function ChangedMeanwhile({
  saving: { theirs, isPending },
  onOverwrite,
  onTake,
}: {
  readonly saving: BoardSaving;
  readonly onOverwrite: () => void;
  readonly onTake: () => void;
}) {
  if (theirs === null) return null;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn"
    >
      <p className="min-w-60 flex-1">
        Someone else changed this board on <ExactTime at={theirs.value.updated_at} text={shortTime} /> while
        you were editing. If you save anyway, their version stays available under Versions.
      </p>
      <div className="flex gap-2">
        <Button
          size="small"
          onClick={() => {
            void refresh(...changedByBoards);
            onTake();
          }}
        >
          Discard my changes
        </Button>
        <Button size="small" look="primary" isBusy={isPending} onClick={onOverwrite}>
          Save anyway
        </Button>
      </div>
    </div>
  );
}
