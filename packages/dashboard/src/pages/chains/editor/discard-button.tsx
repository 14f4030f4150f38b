import { useChange } from "../../../api/change.ts";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/button.tsx";
import type { DraftSaving } from "./use-draft-saving.ts";
import { definitionBody, useEditorStore } from "./use-editor.ts";

export function DiscardButton({
  saving,
  onDone,
}: {
  readonly saving: DraftSaving;
  readonly onDone: () => void;
}) {
  const store = useEditorStore();
  const discard = useChange("discardDraft", {
    refreshes: ["listChains"],
    said: "Draft discarded. The published version is unchanged.",
    undo: (_, { params }) => {
      const body = definitionBody(store.get().definition);
      return async () => {
        await call("saveDraft", { params, body });
        await saving.takeTheirs();
      };
    },
    onDone: () => void saving.takeTheirs().then(onDone),
  });
  const act = async () => {
    // What is put back later has to be what was discarded, to the last letter typed.
    if (!(await saving.flush())) return;
    const { chain, draftRevision } = store.get();
    discard.mutate({
      params: { chain: chain.uuid },
      ...(draftRevision === null ? {} : { ifMatch: `"${draftRevision}"` }),
    });
  };
  return (
    <Button size="small" look="quiet" isBusy={discard.isPending} onClick={() => void act()}>
      Discard draft
    </Button>
  );
}
