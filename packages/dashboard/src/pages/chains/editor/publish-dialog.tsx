import { useState } from "react";
import { useChange } from "../../../api/change.ts";
import { call } from "../../../api/client.ts";
import { queryClient } from "../../../api/queries.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/field.tsx";
import { FormError, Note } from "../../../ui/states.tsx";
import type { ChainChange } from "../chain-changes.ts";
import { ChangeList } from "../change-list.tsx";
import { useEditor, useEditorStore } from "./editor-state.ts";
import { problemText } from "./problem-text.ts";
import { chainKey } from "./use-draft-saving.ts";

/** What will be different for readings from now on, once more, before it is. */
export function PublishDialog({
  isOpen,
  onClose,
  changes,
}: {
  readonly isOpen: boolean;
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
      setNote("");
      onClose();
      const details = await call("showChain", { params: { chain: chain.uuid } });
      queryClient.setQueryData(chainKey(chain.uuid), details);
      store.replace(details);
    },
  });
  const warnings = problems.filter(({ severity }) => severity === "warning");
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isWide
      title={`Publish ${chain.name}`}
      description={
        live === null
          ? "This is the first version. Once it is published, the chain can be assigned."
          : "New readings go through the new version at once. The one before stays among the versions."
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            isBusy={publish.isPending}
            onClick={() =>
              publish.mutate({
                params: { chain: chain.uuid },
                body: { note: note.trim() },
                ifMatch: draftRevision === null ? undefined : `"${draftRevision}"`,
              })
            }
          >
            Publish
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
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
        <FormError error={publish.error} />
      </div>
    </Dialog>
  );
}
