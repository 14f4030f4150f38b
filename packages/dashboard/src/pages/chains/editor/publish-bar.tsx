import type { ComponentProps } from "react";
import { useChange } from "../../../api/change.ts";
import { call } from "../../../api/client.ts";
import { Status } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { toast } from "../../../ui/toast.tsx";
import { type ChainChange, changesInWords } from "../chain-changes.ts";
import { AdviceLine } from "./advice-line.tsx";
import { definitionBody, useEditor, useEditorStore } from "./editor-state.ts";
import type { DraftSaving } from "./use-draft-saving.ts";

interface PublishBarProps {
  readonly changes: readonly ChainChange[];
  readonly saving: DraftSaving;
  /** Whether any readings go through the chain. */
  readonly isUsed: boolean;
}

/**
 * What publishing would change, and below it what stands against it. It is as high whatever it says: what is below must
 * not move under somebody's hand.
 */
export function PublishBar({ changes, saving, isUsed }: PublishBarProps) {
  return (
    <div className="shrink-0 border-y border-line bg-surface px-6 py-1.5 max-md:px-4">
      <div className="flex h-7 items-center gap-3 text-sm">
        <DraftLine {...{ changes, saving, isUsed }} />
      </div>
      <AdviceLine />
    </div>
  );
}

function DraftLine({ changes, saving, isUsed }: PublishBarProps) {
  const { live, mayEdit, draftRevision, saving: state } = useEditor();
  if (state === "conflict") return <Conflict saving={saving} />;
  if (state === "failed") {
    return (
      <>
        <Line role="alert" className="text-bad">
          The draft could not be saved. What you changed is still here.
        </Line>
        <Button size="small" onClick={() => void saving.flush()}>
          Try again
        </Button>
      </>
    );
  }
  if (draftRevision === null && state === "saved" && !isUsed) {
    return <Line>Published, but assigned to nothing: no reading goes through this chain.</Line>;
  }
  if (draftRevision === null && state === "saved") {
    return <Line className="text-muted">This is what is live.{mayEdit && " A change begins a draft."}</Line>;
  }
  const words = changesInWords(changes);
  return (
    <>
      {live === null ? (
        <Line>Not published yet: no reading goes through this chain.</Line>
      ) : changes.length === 0 ? (
        <Line>The draft is the same as what is live.</Line>
      ) : (
        // All of it where it is pointed at, in case it is too long for the line.
        <Line title={`Publishing would ${words}.`}>
          <span className="text-muted">Publishing would </span>
          {words}.
        </Line>
      )}
      <span role="status" className="shrink-0 text-muted">
        {state === "saved" ? (
          <Status tone="info">Draft saved</Status>
        ) : (
          <Status tone="neutral">Saving…</Status>
        )}
      </span>
      {mayEdit && live !== null && <DiscardButton saving={saving} />}
    </>
  );
}

function Line({ className, ...rest }: ComponentProps<"p">) {
  return <p {...rest} className={cx("min-w-0 flex-1 truncate", className)} />;
}

function DiscardButton({ saving }: { readonly saving: DraftSaving }) {
  const store = useEditorStore();
  const discard = useChange("discardDraft", {
    refreshes: ["listChains"],
    said: "The draft is gone. What is live stays as it is.",
    undo: (_, { params }) => {
      const body = definitionBody(store.get().definition);
      return async () => {
        await call("saveDraft", { params, body });
        await saving.takeTheirs();
      };
    },
    onDone: () => void saving.takeTheirs(),
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

/** Whichever is chosen, the other can be had back. */
function Conflict({ saving }: { readonly saving: DraftSaving }) {
  const store = useEditorStore();
  const showTheirs = async () => {
    const { definition: mine } = store.get();
    await saving.takeTheirs();
    toast("This is their draft. Yours is gone.", "ok", () => store.edit(mine));
  };
  const keepMine = async () => {
    const theirs = await saving.keepMine();
    toast("Your draft took the place of theirs.", "ok", () => store.edit(theirs));
  };
  return (
    <>
      <Line role="alert" className="text-warn">
        Somebody else changed this draft. What you changed is here, not saved.
      </Line>
      <Button size="small" onClick={() => void showTheirs()}>
        Show theirs
      </Button>
      <Button size="small" onClick={() => void keepMine()}>
        Keep mine
      </Button>
    </>
  );
}
