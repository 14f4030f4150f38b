import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../../api/change.ts";
import { refresh } from "../../../api/queries.ts";
import { plural } from "../../../format/number.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { Note } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { ChangeList } from "../change-list.tsx";
import { type ChainChange, publishObstacle } from "../model/chain-changes.ts";
import { problemText } from "../model/node-words.ts";
import { type DraftSaving, showPublished } from "./use-draft-saving.ts";
import { useEditor, useEditorStore } from "./use-editor.ts";

/** Opens the dialog, or says why there is nothing to publish. */
export function PublishButton({
  changes,
  saving,
}: {
  readonly changes: readonly ChainChange[];
  readonly saving: DraftSaving;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const obstacle = publishObstacle(useEditor(), changes);
  const open = async () => {
    if (await saving.flush()) setIsOpen(true);
    else toast("The draft couldn’t be saved, so it can’t be published yet.", "bad");
  };
  return (
    <>
      <Button
        look="primary"
        // A disabled button would lose the focus as soon as something is published.
        aria-disabled={obstacle !== null}
        className="aria-disabled:opacity-50 aria-disabled:hover:bg-accent"
        title={obstacle ?? undefined}
        onClick={() => (obstacle === null ? void open() : toast(obstacle, "bad"))}
      >
        Publish…
      </Button>
      {isOpen && <PublishDialog onClose={() => setIsOpen(false)} changes={changes} />}
    </>
  );
}

/**
 * Shows once more what will change for readings. Only what was shown is published: if the draft changes meanwhile, the
 * changes must be looked at again.
 */
function PublishDialog({
  onClose,
  changes,
}: {
  readonly onClose: () => void;
  readonly changes: readonly ChainChange[];
}) {
  const store = useEditorStore();
  const editor = useEditor();
  const { chain, problems, definition, draftRevision, publishedVersion, published } = editor;
  const now = { definition, draftRevision, publishedVersion, changes };
  const [seen, setSeen] = useState(now);
  const isSeen = seen.draftRevision === draftRevision && seen.publishedVersion === publishedVersion;
  const [note, setNote] = useState("");
  const publish = useChange("publishChain", {
    quiet: true,
    refreshes: ["listChains", "listChainVersions", "showChainActivity"],
    said: ({ version }) =>
      published === null
        ? `Version ${version} published. Assign the chain so that readings go through it.`
        : `Version ${version} published. New readings go through it.`,
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
      // Someone else was faster; show at once what they did.
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
        published === null
          ? "This is the first version. Once it is published, you can assign the chain."
          : "New readings go through the new version immediately. The previous version is kept."
      }
      isWide
      submit="Publish"
      isBusy={publish.isPending}
      isComplete={isSeen}
      error={isSeen ? publish.error : null}
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

/** Warnings do not prevent publishing. */
function PublishWarnings({ warnings }: { readonly warnings: readonly string[] }) {
  return (
    <section aria-labelledby="publish-warnings" className="flex flex-col gap-1.5 text-sm">
      <h3 id="publish-warnings" className="flex items-center gap-2 font-medium text-warn">
        <TriangleAlert size={15} aria-hidden className="shrink-0" />
        {plural(warnings.length, "warning")}
      </h3>
      <ul className="flex list-disc flex-col gap-1 pl-10 marker:text-faint">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </section>
  );
}
