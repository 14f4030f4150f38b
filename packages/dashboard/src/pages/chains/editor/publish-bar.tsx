import { useRef } from "react";
import { Status } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { type ChainChange, changesInWords } from "../model/chain-changes.ts";
import { AdviceLine } from "./advice-line.tsx";
import { BarLine } from "./bar-line.tsx";
import { ConflictLine } from "./conflict-line.tsx";
import { DeletedLine } from "./deleted-line.tsx";
import { DiscardButton } from "./discard-button.tsx";
import type { DraftSaving } from "./use-draft-saving.ts";
import { useEditor } from "./use-editor.ts";

interface PublishBarProps {
  readonly changes: readonly ChainChange[];
  readonly saving: DraftSaving;
  /** Whether any readings go through the chain. */
  readonly isUsed: boolean;
}

/**
 * What publishing would change, and below it what stands against it. It is as high whatever it says, except on a phone,
 * where nothing is edited: what is below must not move under somebody's hand.
 */
export function PublishBar(props: PublishBarProps) {
  const bar = useRef<HTMLElement>(null);
  return (
    <section
      ref={bar}
      tabIndex={-1}
      aria-label="Draft"
      className="shrink-0 border-y border-line bg-surface px-6 py-1.5 outline-none max-md:px-4"
    >
      <div className="flex h-7 items-center gap-3 text-sm max-md:h-auto max-md:min-h-7">
        <DraftLine {...props} onDone={() => bar.current?.focus()} />
      </div>
      <AdviceLine />
    </section>
  );
}

/** `onDone` is called by buttons that are gone once they have done what they say. */
function DraftLine({ changes, saving, isUsed, onDone }: PublishBarProps & { readonly onDone: () => void }) {
  const { live, mayEdit, draftRevision, saving: state, isDeleted } = useEditor();
  if (isDeleted) return <DeletedLine />;
  if (state === "conflict") return <ConflictLine {...{ saving, onDone }} />;
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
      {live === null ? (
        <BarLine>Not published yet: no readings go through this chain.</BarLine>
      ) : changes.length === 0 ? (
        <BarLine>The draft is the same as the published version.</BarLine>
      ) : (
        // All of it where it is pointed at, in case it is too long for the line.
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
      {mayEdit && live !== null && <DiscardButton {...{ saving, onDone }} />}
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
