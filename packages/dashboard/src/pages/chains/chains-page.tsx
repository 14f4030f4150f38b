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
  ["live", "Live"],
  ["use", "Used by"],
  [
    "through",
    <span key="through" className={right}>
      Through
    </span>,
  ],
  [
    "ended",
    <span key="ended" className={right}>
      Unsaved
    </span>,
  ],
  [
    "dead",
    <span key="dead" className={right}>
      Dead
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
          A chain decides what becomes of each reading: whether it is kept, changed, or raises an alarm. That
          of the sensor counts first, then of its device, of the group, of the account.
        </p>
        <SearchInput
          label="Search chains"
          value={search}
          onSearch={(text) => change({ search: text }, "typed")}
          className="w-72 max-sm:w-full"
        />
        <Card isFlush>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form. */}
          <div ref={rows} role="group" aria-label="chains" tabIndex={-1}>
            {chains.isPending ? (
              <Loading />
            ) : chains.isError && chains.items.length === 0 ? (
              <Failure error={chains.error} onRetry={() => void chains.refetch()} />
            ) : chains.items.length === 0 ? (
              <EmptyState
                icon={<Workflow size={22} />}
                title={search === "" ? "No chains" : "No chain is called that"}
              >
                {search === "" ? "Create one to decide what becomes of readings." : "Try a part of its name."}
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
