import { useNavigate } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { useChange } from "../../../api/change.ts";
import { call } from "../../../api/client.ts";
import { messageOf } from "../../../api/problem.ts";
import { Status } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { toast } from "../../../ui/toast.tsx";
import { type ChainChange, changesInWords } from "../model/chain-changes.ts";
import { definitionBody } from "../model/editor-store.ts";
import type { DraftSaving } from "./use-draft-saving.ts";
import { useEditor, useEditorStore } from "./use-editor.ts";

export interface DraftLineProps {
  readonly changes: readonly ChainChange[];
  readonly saving: DraftSaving;
  /** Whether any readings go through the chain. */
  readonly isUsed: boolean;
}

interface ActionProps {
  readonly saving: DraftSaving;
  /** Called by buttons that disappear once they have done their work. */
  readonly onDone: () => void;
}

/** What publishing would change, and whether the draft is saved. */
export function DraftLine({ changes, saving, isUsed, onDone }: DraftLineProps & ActionProps) {
  const { published, mayEdit, draftRevision, saving: state, isDeleted } = useEditor();
  if (isDeleted) return <DeletedLine saving={saving} />;
  if (state === "conflict") return <ConflictLine saving={saving} onDone={onDone} />;
  if (state === "failed") return <FailedLine saving={saving} />;
  if (draftRevision === null && state === "saved" && !isUsed) {
    return (
      <BarLine>Published but not in use: no readings go through this chain until you assign it.</BarLine>
    );
  }
  if (draftRevision === null && state === "saved") {
    return (
      <BarLine className="text-muted">
        Published and in use.{mayEdit && " Changes are saved as a draft until you publish them."}
      </BarLine>
    );
  }
  const words = changesInWords(changes);
  return (
    <>
      {published === null ? (
        <BarLine>Not published yet: no readings go through this chain.</BarLine>
      ) : changes.length === 0 ? (
        <BarLine>The draft is the same as the published version.</BarLine>
      ) : (
        // The title shows all of it if the line is too short.
        <BarLine title={`Publishing will ${words}.`}>
          <span className="text-muted">Publishing will </span>
          {words}.
        </BarLine>
      )}
      <span role="status" className="shrink-0 text-muted">
        {state === "saved" ? (
          <Status tone="info">Draft saved</Status>
        ) : (
          <Status tone="neutral">Saving…</Status>
        )}
      </span>
      {mayEdit && published !== null && <DiscardButton saving={saving} onDone={onDone} />}
    </>
  );
}

function FailedLine({ saving }: { readonly saving: DraftSaving }) {
  const { refusal } = useEditor();
  const why = refusal ?? "Your changes are still here and will be saved once the server can be reached.";
  return (
    <>
      <BarLine role="alert" title={why} className="text-bad">
        The draft couldn’t be saved. {why}
      </BarLine>
      <Button size="small" onClick={() => void saving.flush()}>
        Try again
      </Button>
    </>
  );
}

/** Whichever draft is chosen, the other one can be restored with Undo. */
function ConflictLine({ saving, onDone }: ActionProps) {
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

/** Offers to create a new chain from what is still on the canvas. */
function DeletedLine({ saving }: { readonly saving: DraftSaving }) {
  const { chain, definition, mayEdit } = useEditor();
  const navigate = useNavigate();
  const create = useChange("importChain", {
    refreshes: ["listChains"],
    said: "Chain created. Publish and assign it so that readings go through it.",
    onDone: ({ chain: made }) => {
      // Nothing is lost, so leaving needs no question, even if the draft of the deleted chain is just being refused.
      saving.stop();
      void navigate({ to: "/chains/$chain", params: { chain: made.uuid } });
    },
  });
  const body = definitionBody(definition);
  const exported = { format: "weir-chain", version: 1, name: chain.name, definition: body } as const;
  return (
    <>
      <BarLine role="alert" className="text-warn">
        This chain was deleted.{mayEdit && " You can create a new chain from what you see."}
      </BarLine>
      {mayEdit && (
        <Button
          size="small"
          isBusy={create.isPending}
          onClick={() => create.mutate({ body: { chain: exported } })}
        >
          Create new chain
        </Button>
      )}
    </>
  );
}

function DiscardButton({ saving, onDone }: ActionProps) {
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
    // Undo must restore everything that was discarded, including what was typed last.
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

/** The main text of the bar. A phone cannot point at it to see the rest, so it shows all of it. */
function BarLine({ className, ...rest }: ComponentProps<"p">) {
  return <p {...rest} className={cx("min-w-0 flex-1 truncate max-md:whitespace-normal", className)} />;
}
