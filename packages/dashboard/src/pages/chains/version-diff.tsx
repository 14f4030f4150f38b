import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import { useMemo } from "react";
import { useCall } from "../../api/queries.ts";
import { Card } from "../../ui/card.tsx";
import { Select } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ChangeList } from "./change-list.tsx";
import { chainChanges } from "./model/chain-changes.ts";

/** The differences between two versions. The link says which two. */
export function VersionDiff({
  chain,
  versions,
  hasDraft,
}: {
  readonly chain: string;
  readonly versions: readonly number[];
  readonly hasDraft: boolean;
}) {
  const { from, to } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [newest, before] = versions;
  const shown = {
    from: String(from ?? (hasDraft ? newest : (before ?? newest))),
    to: String(to ?? (hasDraft ? "draft" : newest)),
  };
  const choices = [
    ...(hasDraft ? [{ value: "draft", label: "Draft" }] : []),
    ...versions.map((version) => ({ value: String(version), label: `Version ${version}` })),
  ];
  const choose = (part: Partial<typeof shown>) =>
    void navigate({ to: ".", search: { ...shown, ...part }, replace: true, resetScroll: false });
  return (
    <Card title="Compare versions">
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-2 text-sm">
          From
          <Select
            aria-label="From"
            className="w-auto!"
            choices={choices}
            value={shown.from}
            onChange={(event) => choose({ from: event.target.value })}
          />
          to
          <Select
            aria-label="To"
            className="w-auto!"
            choices={choices}
            value={shown.to}
            onChange={(event) => choose({ to: event.target.value })}
          />
        </div>
        <Differences chain={chain} from={shown.from} to={shown.to} />
      </div>
    </Card>
  );
}

export function Differences({
  chain,
  from,
  to,
}: {
  readonly chain: string;
  readonly from: string;
  readonly to: string;
}) {
  const before = useDefinition(chain, from);
  const after = useDefinition(chain, to);
  const { data } = useCall("listNodeTypes", {}, { staleTime: Number.POSITIVE_INFINITY });
  const types = useMemo(() => new Map((data?.items ?? []).map((type) => [type.type, type])), [data]);
  return (
    <Loaded result={before}>
      {({ definition: was }) => (
        <Loaded result={after}>
          {({ definition: is }) => (
            <ChangeList changes={chainChanges(was as ChainDefinition, is as ChainDefinition, types)} />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

/** The definition of the draft or of a numbered version. */
function useDefinition(chain: string, which: string) {
  const isDraft = which === "draft";
  const draft = useCall("showDraft", { params: { chain } }, { enabled: isDraft });
  const version = useCall("showChainVersion", { params: { chain, version: which } }, { enabled: !isDraft });
  return isDraft ? (draft as unknown as typeof version) : version;
}
