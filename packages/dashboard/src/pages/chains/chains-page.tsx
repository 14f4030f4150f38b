import { Plus, Workflow } from "lucide-react";
import { useState } from "react";
import { usePages } from "../../api/queries.ts";
import { useMay } from "../../app/session.tsx";
import { useFilters } from "../../app/use-filters.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CardTable } from "../../ui/card-table.tsx";
import { Page } from "../../ui/page.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { EmptyState, Failure, Loading } from "../../ui/states.tsx";
import { More } from "../../ui/table.tsx";
import { useRowFocus } from "../../ui/use-row-focus.ts";
import { ChainRow } from "./chain-row.tsx";
import { NewChainDialog } from "./new-chain-dialog.tsx";

const refetchMs = 5000;
const right = "block text-right";
const heads = [
  ["name", "Name"],
  ["published", "Published"],
  ["use", "In use by"],
  [
    "processed",
    <span key="processed" className={right}>
      Processed
    </span>,
  ],
  [
    "ended",
    <span key="ended" className={right}>
      Not saved
    </span>,
  ],
  [
    "failed",
    <span key="failed" className={right}>
      Failed
    </span>,
  ],
  [
    "actions",
    <span key="actions" className="sr-only">
      Actions
    </span>,
  ],
] as const;

export function ChainsPage() {
  const [{ search = "" }, change] = useFilters("search");
  const mayEdit = useMay("editor");
  const [isCreating, setIsCreating] = useState(false);
  const rows = useRowFocus();
  const chains = usePages(
    "listChains",
    { query: search === "" ? {} : { search } },
    { refetchInterval: refetchMs },
  );
  return (
    <Page
      title="Rule chains"
      help={{ guide: "rule-chains" }}
      action={
        mayEdit && (
          <Button look="primary" icon={<Plus size={15} aria-hidden />} onClick={() => setIsCreating(true)}>
            New chain
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-3">
        <p className="max-w-2xl text-sm text-muted">
          A chain decides what happens to each reading: whether it is saved, changed, or raises an alarm. A
          sensor uses its own chain if it has one, otherwise the chain of its device, its group or the
          account.
        </p>
        <SearchInput
          label="Search chains"
          value={search}
          onSearch={(text) => change({ search: text }, "typed")}
          className="w-72 max-sm:w-full"
        />
        <Card isFlush>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form. */}
          <div ref={rows} role="group" aria-label="Chains" tabIndex={-1}>
            {chains.isPending ? (
              <Loading shape="rows" />
            ) : chains.isError && chains.items.length === 0 ? (
              <Failure error={chains.error} onRetry={() => void chains.refetch()} />
            ) : chains.items.length === 0 ? (
              <EmptyState
                icon={<Workflow size={22} />}
                title={search === "" ? "No chains" : "No chains found"}
              >
                {search === "" ? "Create one to decide what happens to readings." : "Try another name."}
              </EmptyState>
            ) : (
              <CardTable label="Rule chains" heads={heads}>
                {chains.items.map((chain) => (
                  <ChainRow key={chain.uuid} chain={chain} />
                ))}
              </CardTable>
            )}
          </div>
          <More list={chains} />
        </Card>
      </div>
      {isCreating && <NewChainDialog onClose={() => setIsCreating(false)} />}
    </Page>
  );
}
