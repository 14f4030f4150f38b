import { useNavigate, useSearch } from "@tanstack/react-router";
import { usePages } from "../../api/queries.ts";
import { useMay } from "../../app/session.tsx";
import type { FilterChange } from "../../app/use-filters.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DeviceFilter } from "../../ui/device-filter.tsx";
import { Select } from "../../ui/field.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { EmptyState, Failure, Loading } from "../../ui/states.tsx";
import { More } from "../../ui/table.tsx";
import { AuditDraftSavesRow } from "./audit-draft-saves-row.tsx";
import { AuditEntryRow } from "./audit-entry-row.tsx";
import { actionKinds } from "./audit-words.ts";
import { foldDraftSaves } from "./fold-draft-saves.ts";
import { NotPermitted } from "./not-permitted.tsx";

export function AuditSection() {
  if (useMay("editor")) return <Audit />;
  return (
    <NotPermitted title="The audit log is for editors and owners">
      It shows who changed what, and when.
    </NotPermitted>
  );
}

interface Filter {
  readonly action?: string;
  readonly actor?: string;
  /** UUID of a device. */
  readonly subject?: string;
  readonly days?: string;
}

const ranges = [
  ["1", "24 h"],
  ["7", "7 d"],
  ["30", "30 d"],
  ["all", "All"],
] as const;
const dayMs = 86_400_000;

/** The filter stands in the address, so that a link shows the same. */
function Audit() {
  const { action = "", actor = "", subject = "", days = "all" } = useSearch({ strict: false }) as Filter;
  const navigate = useNavigate();
  const choose = (change: Filter, how: FilterChange = "chosen") => {
    const {
      action: kind,
      actor: who,
      subject: whom,
      days: range,
    } = { action, actor, subject, days, ...change };
    const search = {
      ...(kind === "" ? {} : { action: kind }),
      ...(who === "" ? {} : { actor: who }),
      ...(whom === "" ? {} : { subject: whom }),
      ...(range === "all" ? {} : { days: range }),
    };
    void navigate({ to: "/settings/audit", search: search as never, replace: how === "typed" });
  };
  const entries = usePages("listAudit", {
    query: {
      limit: 50,
      ...(action === "" ? {} : { action }),
      ...(actor === "" ? {} : { actor }),
      ...(subject === "" ? {} : { subject }),
      ...(String(days) === "all" ? {} : { from: sinceMinute(Number(days)) }),
    },
  });
  const isFiltered = action !== "" || actor !== "" || subject !== "" || String(days) !== "all";
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Select
          aria-label="Type of change"
          className="w-44! max-md:w-full!"
          choices={actionKinds}
          value={action}
          onChange={(event) => choose({ action: event.target.value })}
        />
        <DeviceFilter
          device={subject === "" ? undefined : subject}
          onChoose={(device) => choose({ subject: device ?? "" })}
          className="w-48 max-md:w-full"
        />
        <SearchInput
          label="Email or key name"
          value={actor}
          onSearch={(text) => choose({ actor: text.trim() }, "typed")}
          className="w-52 max-md:w-full"
        />
        <Segmented
          label="Period"
          choices={ranges}
          chosen={ranges.find(([value]) => value === String(days))?.[0] ?? null}
          onChoose={(value) => choose({ days: value })}
        />
      </div>
      <Card isFlush>
        {entries.isPending && <Loading />}
        {entries.isError && <Failure error={entries.error} onRetry={() => void entries.refetch()} />}
        {entries.isSuccess && entries.items.length === 0 && !entries.hasNextPage && (
          <EmptyState
            title={isFiltered ? "No matching entries" : "No changes yet"}
            {...(isFiltered
              ? {
                  action: (
                    <Button onClick={() => choose({ action: "", actor: "", subject: "", days: "all" })}>
                      Clear filters
                    </Button>
                  ),
                }
              : {})}
          >
            {isFiltered
              ? "Enter the full address or name."
              : "Changes appear here and are kept for 400 days."}
          </EmptyState>
        )}
        <ul aria-label="Audit log">
          {foldDraftSaves(entries.items).map((folded) =>
            folded.length > 1 ? (
              // By the oldest: a new save joins the row that may be open.
              <AuditDraftSavesRow key={folded.at(-1)!.id} saves={folded} />
            ) : (
              <AuditEntryRow key={folded[0].id} entry={folded[0]} />
            ),
          )}
        </ul>
        <More list={entries} />
      </Card>
    </>
  );
}

/** To the minute, so that the question stays the same while somebody looks at the answer. */
function sinceMinute(days: number): string {
  const minuteMs = 60_000;
  const fromMs = Math.floor((Date.now() - days * dayMs) / minuteMs) * minuteMs;
  return new Date(fromMs).toISOString();
}
