import { useState } from "react";
import { useChange } from "../../../api/change.ts";
import { refresh } from "../../../api/queries.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { Note } from "../../../ui/states.tsx";
import { ChangeList } from "../change-list.tsx";
import type { ChainChange } from "../model/chain-changes.ts";
import { problemText } from "../model/problem-text.ts";
import { PublishWarnings } from "./publish-warnings.tsx";
import { showPublished } from "./use-draft-saving.ts";
import { useEditor, useEditorStore } from "./use-editor.ts";

/**
 * What will be different for readings from now on, once more, before it is. What was shown is what is published: where
 * the draft becomes another meanwhile, it has to be looked at again.
 */
export function PublishDialog({
  onClose,
  changes,
}: {
  readonly onClose: () => void;
  readonly changes: readonly ChainChange[];
}) {
  const store = useEditorStore();
  const editor = useEditor();
  const { chain, problems, definition, draftRevision, liveVersion, live } = editor;
  const now = { definition, draftRevision, liveVersion, changes };
  const [seen, setSeen] = useState(now);
  const isSeen = seen.draftRevision === draftRevision && seen.liveVersion === liveVersion;
  const [note, setNote] = useState("");
  const publish = useChange("publishChain", {
    quiet: true,
    refreshes: ["listChains", "listChainVersions", "showChainActivity"],
    said: ({ version }) =>
      live === null
        ? `Published version ${version}. Assign the chain, and readings go through it.`
        : `Published version ${version}. New readings go through it.`,
    onDone: async ({ version }) => {
      onClose();
      await showPublished(store, seen.definition, version);
    },
  });
  const submit = () =>
    publish.mutate(
      {
        params: { chain: chain.uuid },
        body: { note: note.trim() },
        ifMatch: seen.draftRevision === null ? undefined : `"${seen.draftRevision}"`,
      },
      // Somebody was quicker: what they did is to be seen here, not only once it is asked for next.
      { onError: () => void refresh("showChain") },
    );
  const lookAgain = () => {
    publish.reset();
    setSeen(now);
  };
  const warnings = problems.filter(({ severity }) => severity === "warning");
  return (
    <FormDialog
      title={`Publish ${chain.name}`}
      description={
        live === null
          ? "This is the first version. Once it is published, you can assign the chain."
          : "New readings go through the new version immediately. The previous version is kept."
      }
      isWide
      submit="Publish"
      isBusy={publish.isPending}
      isComplete={isSeen}
      error={isSeen ? publish.error : null}
      fields={[]}
      onSubmit={submit}
      onClose={onClose}
    >
      {warnings.length > 0 && (
        <PublishWarnings warnings={warnings.map((each) => problemText(each, editor))} />
      )}
      {!isSeen && (
        <Note tone="warn">
          <div role="alert" className="flex flex-wrap items-center justify-between gap-2">
            The chain changed while this dialog was open. The changes below are out of date.
            <Button size="small" onClick={lookAgain}>
              Show current changes
            </Button>
          </div>
        </Note>
      )}
      <ChangeList changes={seen.changes} />
      <TextField
        label="Note"
        isOptional
        hint="Shown in the version list."
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  );
}
