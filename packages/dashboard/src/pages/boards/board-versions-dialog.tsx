import { useChange } from "../../api/change.ts";
import { useCall } from "../../api/queries.ts";
import { Person } from "../../app/people.tsx";
import { shortTime } from "../../format/time.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ExactTime } from "../../ui/relative-time.tsx";
import type { ListedBoard } from "./model/board.ts";
import { changedByBoards } from "./use-board.ts";

/** The versions of a board. An earlier one can be restored. */
export function BoardVersionsDialog({
  board: { uuid, name },
  onClose,
}: {
  readonly board: Pick<ListedBoard, "uuid" | "name">;
  readonly onClose: () => void;
}) {
  const params = { board: uuid };
  const versions = useCall("listBoardVersions", { params });
  const restore = useChange("restoreBoardVersion", {
    refreshes: changedByBoards,
    said: (_, { body }) => `Version ${body.version} was restored.`,
    onDone: onClose,
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Versions of ${name}`}
      description="Every change is saved as a version, and the last 50 are kept. Restoring one creates a new version."
    >
      <Loaded result={versions}>
        {({ items }) => (
          <ul aria-label="Versions" className="text-sm">
            {items.map(({ version, saved_at, saved_by, is_current }) => (
              <li key={version} className="flex items-center gap-3 border-b border-line py-2 last:border-b-0">
                <div className="min-w-0 flex-1">
                  <p className="font-medium">
                    Version {version} {is_current && <Badge tone="accent">Current</Badge>}
                  </p>
                  <p className="wrap-anywhere text-muted">
                    <ExactTime at={saved_at} text={shortTime} /> by <Person by={saved_by} />
                  </p>
                </div>
                {!is_current && (
                  <Button
                    size="small"
                    aria-label={`Restore version ${version}`}
                    isBusy={restore.isPending}
                    onClick={() => restore.mutate({ params, body: { version } })}
                  >
                    Restore
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Dialog>
  );
}
