import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../../api/change.ts";
import { Button } from "../../../ui/button.tsx";
import { Confirm } from "../../../ui/dialog.tsx";
import { Note } from "../../../ui/states.tsx";
import { type ChainChange, changesInWords } from "../chain-changes.ts";
import { useEditor, useEditorStore } from "./editor-state.ts";
import type { DraftSaving } from "./use-draft-saving.ts";
import { warningText } from "./warning-text.ts";

/** What publishing would change, what stands against it, and what is legal and yet worth knowing. */
export function PublishBar({
  changes,
  saving,
}: {
  readonly changes: readonly ChainChange[];
  readonly saving: DraftSaving;
}) {
  const editor = useEditor();
  const { live, mayEdit, problems, saving: state, draftRevision, nodeTypes } = editor;
  const warnings = problems.filter(({ severity }) => severity === "warning");
  const hasDraft = draftRevision !== null || state !== "saved";
  if (nodeTypes.size === 0) return null;
  return (
    <div className="flex flex-col gap-2 border-y border-line bg-surface px-6 py-2 empty:hidden max-md:px-4">
      {state === "conflict" && <Conflict saving={saving} />}
      {state === "failed" && (
        <Note tone="bad">
          <span className="flex flex-wrap items-center gap-3">
            The draft could not be saved. What you changed is still here.
            <Button size="small" onClick={() => void saving.flush()}>
              Try again
            </Button>
          </span>
        </Note>
      )}
      {warnings.map((warning) => (
        <p key={`${warning.node} ${warning.message}`} className="flex items-center gap-2 text-sm text-warn">
          <TriangleAlert size={15} aria-label="Warning" role="img" className="shrink-0" />
          {warningText(warning, editor)}
        </p>
      ))}
      {hasDraft ? (
        <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
          <p className="min-w-0 flex-1">
            {live === null ? (
              "Not published yet: no reading goes through this chain."
            ) : changes.length === 0 ? (
              "The draft is the same as what is live."
            ) : (
              <>
                <span className="text-muted">Publishing would </span>
                {changesInWords(changes)}.
              </>
            )}
          </p>
          {mayEdit && live !== null && <DiscardButton saving={saving} />}
        </div>
      ) : (
        <p className="flex min-h-7 items-center text-sm text-muted">
          {mayEdit
            ? "This is what is live. Change something to begin a draft; readings notice nothing before it is published."
            : "This is what is live."}
        </p>
      )}
    </div>
  );
}

function DiscardButton({ saving }: { readonly saving: DraftSaving }) {
  const store = useEditorStore();
  const [isOpen, setIsOpen] = useState(false);
  const discard = useChange("discardDraft", {
    refreshes: ["listChains"],
    said: "The draft is gone.",
    onDone: () => void saving.takeTheirs(),
  });
  const act = async () => {
    setIsOpen(false);
    await saving.flush();
    const { chain, draftRevision } = store.get();
    discard.mutate({
      params: { chain: chain.uuid },
      ...(draftRevision === null ? {} : { ifMatch: `"${draftRevision}"` }),
    });
  };
  return (
    <>
      <Button size="small" look="quiet" isBusy={discard.isPending} onClick={() => setIsOpen(true)}>
        Discard draft
      </Button>
      <Confirm
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Discard the draft?"
        action="Discard draft"
        onConfirm={() => void act()}
      >
        All changes since the last version was published are lost. What is live stays as it is.
      </Confirm>
    </>
  );
}

function Conflict({ saving }: { readonly saving: DraftSaving }) {
  return (
    <Note tone="warn">
      <span className="flex flex-wrap items-center gap-3">
        Somebody else changed this draft meanwhile. What you changed is still here and not saved.
        <Button size="small" onClick={() => void saving.takeTheirs()}>
          Show theirs
        </Button>
        <Button size="small" onClick={() => void saving.keepMine()}>
          Keep mine
        </Button>
      </span>
    </Note>
  );
}
