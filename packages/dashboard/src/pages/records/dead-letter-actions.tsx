import { RotateCcw, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useCall } from "../../api/queries.ts";
import { countText, plural } from "../../format/number.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm.tsx";
import { type Selection, SelectionBar } from "../../ui/selection.tsx";
import { type Choice, useDiscard, useReplay } from "./use-dead-letter-changes.ts";

export interface DeadLetterFilter {
  /** UUIDs. */
  readonly device?: string;
  readonly chain?: string;
}

/** Actions on dead letters: on the selected ones, or on all that match the filter. */
export function DeadLetterActions({
  selection,
  filter,
  onChanged,
}: {
  readonly selection: Selection<number>;
  readonly filter: DeadLetterFilter;
  readonly onChanged: () => void;
}) {
  const finish = () => {
    selection.clear();
    onChanged();
  };
  const replay = useReplay(finish);
  const discard = useDiscard(finish);
  const chosen: Choice = { ids: [...selection.ids] };
  const all: Choice = { all: { ...filter } };
  const which = useFilterWords(filter);
  return (
    <>
      <Bar text={`Fixed the cause? Replay ${which}.`}>
        <ReplayButton text="Replay all" isBusy={replay.isPending} onReplay={() => replay.mutate(all)} />
        <DiscardButton
          text="Discard all"
          which={which}
          typed="discard all"
          onDiscard={() => discard.mutateAsync(all)}
        />
      </Bar>
      <SelectionBar selection={selection} what="dead letter">
        <ReplayButton text="Replay" isBusy={replay.isPending} onReplay={() => replay.mutate(chosen)} />
        <DiscardButton
          text="Discard"
          which={plural(selection.ids.length, "dead letter")}
          onDiscard={() => discard.mutateAsync(chosen)}
        />
      </SelectionBar>
    </>
  );
}

function Bar({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-1.5 text-sm">
      <span className="mr-auto text-muted">{text}</span>
      {children}
    </div>
  );
}

export function ReplayButton({
  text,
  isBusy = false,
  onReplay,
}: {
  readonly text: string;
  readonly isBusy?: boolean;
  readonly onReplay: () => void;
}) {
  return (
    <Button size="small" icon={<RotateCcw size={14} aria-hidden />} isBusy={isBusy} onClick={onReplay}>
      {text}
    </Button>
  );
}

function DiscardButton({
  text,
  which,
  typed,
  onDiscard,
}: {
  readonly text: string;
  readonly which: string;
  readonly typed?: string;
  readonly onDiscard: () => Promise<unknown>;
}) {
  const question = {
    title: `Discard ${which}?`,
    text: "These readings were never saved. Once discarded, they can’t be viewed or replayed. This can’t be undone.",
    action: "Discard permanently",
    ...(typed === undefined ? {} : { typed }),
    onConfirm: onDiscard,
  };
  return (
    <ConfirmButton size="small" look="danger" icon={<Trash2 size={14} aria-hidden />} question={question}>
      {text}
    </ConfirmButton>
  );
}

/** "all 12 dead letters", or "all dead letters of chain “Climate”", because dead letters are not counted by chain. */
function useFilterWords({ device, chain }: DeadLetterFilter): string {
  const chains = useCall("listChains", { query: { limit: 1000 } }, { staleTime: 60_000 });
  const shown = useCall(
    "showDevice",
    { params: { device: device ?? "" } },
    { enabled: device !== undefined },
  );
  const counts = useCall("showCounts", {});
  const count = counts.data?.dead_letters ?? 0;
  if (device === undefined && chain === undefined && count > 1) return `all ${countText(count)} dead letters`;
  const ofChain = chains.data?.items.find(({ uuid }) => uuid === chain)?.name;
  const parts = ["all dead letters"];
  if (chain !== undefined)
    parts.push(`of ${ofChain === undefined ? "the selected chain" : `chain “${ofChain}”`}`);
  if (device !== undefined) parts.push(`from ${shown.data?.name ?? "the selected device"}`);
  return parts.join(" ");
}
