import { useState } from "react";
import { useChange } from "../../../api/change.ts";
import { TextField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { Note } from "../../../ui/states.tsx";
import type { ChainChange } from "../chain-changes.ts";
import { ChangeList } from "../change-list.tsx";
import { useEditor, useEditorStore } from "./editor-state.ts";
import { problemText } from "./problem-text.ts";
import { showAnew } from "./use-draft-saving.ts";

/** What will be different for readings from now on, once more, before it is. */
export function PublishDialog({
  onClose,
  changes,
}: {
  readonly onClose: () => void;
  readonly changes: readonly ChainChange[];
}) {
  const store = useEditorStore();
  const editor = useEditor();
  const { chain, problems, draftRevision, live } = editor;
  const [note, setNote] = useState("");
  const publish = useChange("publishChain", {
    quiet: true,
    refreshes: ["listChains", "listChainVersions", "showChainActivity"],
    said: ({ version }) =>
      live === null
        ? `Version ${version} is published. Assign the chain, and readings go through it.`
        : `Version ${version} is live. New readings go through it.`,
    onDone: async () => {
      onClose();
      await showAnew(store);
    },
  });
  const warnings = problems.filter(({ severity }) => severity === "warning");
  return (
    <FormDialog
      title={`Publish ${chain.name}`}
      description={
        live === null
          ? "This is the first version. Once it is published, the chain can be assigned."
          : "New readings go through the new version at once. The one before stays among the versions."
      }
      isWide
      submit="Publish"
      isBusy={publish.isPending}
      error={publish.error}
      fields={[]}
      onSubmit={() =>
        publish.mutate({
          params: { chain: chain.uuid },
          body: { note: note.trim() },
          ifMatch: draftRevision === null ? undefined : `"${draftRevision}"`,
        })
      }
      onClose={onClose}
    >
      {warnings.map((warning) => (
        <Note key={`${warning.node} ${warning.message}`} tone="warn">
          {problemText(warning, editor)}
        </Note>
      ))}
      <ChangeList changes={changes} />
      <TextField
        label="Note"
        isOptional
        hint="Shown in the list of versions."
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  );
}
