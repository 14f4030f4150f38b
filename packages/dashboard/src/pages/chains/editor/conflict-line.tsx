import { messageOf } from "../../../api/problem.ts";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast.tsx";
import { BarLine } from "./bar-line.tsx";
import type { DraftSaving } from "./use-draft-saving.ts";
import { useEditorStore } from "./use-editor.ts";

/** Whichever is chosen, the other can be had back. */
export function ConflictLine({
  saving,
  onDone,
}: {
  readonly saving: DraftSaving;
  readonly onDone: () => void;
}) {
  const store = useEditorStore();
  const showTheirs = async () => {
    const { definition: mine } = store.get();
    await saving.takeTheirs();
    toast("You now see their draft. Your changes were discarded.", "ok", () => store.edit(mine));
  };
  const keepMine = async () => {
    const theirs = await saving.keepMine();
    toast("Your draft replaced theirs.", "ok", () => store.edit(theirs));
  };
  const choose = (choice: () => Promise<void>) => () =>
    void choice()
      .then(onDone)
      .catch((error: unknown) => toast(messageOf(error), "bad"));
  return (
    <>
      <BarLine role="alert" className="text-warn">
        Someone else changed this draft. Your changes are still here but not saved.
      </BarLine>
      <Button size="small" onClick={choose(showTheirs)}>
        Show theirs
      </Button>
      <Button size="small" onClick={choose(keepMine)}>
        Keep mine
      </Button>
    </>
  );
}
