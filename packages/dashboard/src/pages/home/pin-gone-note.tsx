import { useState } from "react";
import { pinBoard } from "../../app/home-board.ts";
import { Button } from "../../ui/button.tsx";

/** Says that the pinned board is gone, until the person has read it. */
export function PinGoneNote({ isOverview }: { readonly isOverview: boolean }) {
  const [isBusy, setIsBusy] = useState(false);
  const dismiss = async () => {
    setIsBusy(true);
    await pinBoard(null, { said: "Your pin was removed." });
    setIsBusy(false);
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-md border border-line bg-surface px-3 py-2 text-sm text-muted">
      <p role="status">
        The board you pinned was deleted or is no longer shared with you. You see{" "}
        {isOverview ? "the overview" : "the default board of this account"} instead.
      </p>
      <Button size="small" isBusy={isBusy} onClick={() => void dismiss()}>
        OK
      </Button>
    </div>
  );
}
