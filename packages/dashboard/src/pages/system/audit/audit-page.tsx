import { usePages } from "../../../api/queries.ts";
import { NotPermitted } from "../../../app/not-permitted.tsx";
import { SystemPlace } from "../../../app/places/system-place.tsx";
import { useMay } from "../../../app/session.tsx";
import { useFilters } from "../../../app/use-filters.ts";
import { Card } from "../../../ui/card.tsx";
import { DevicePicker } from "../../../ui/device-picker.tsx";
import { FilterSelect } from "../../../ui/field.tsx";
import { NoMatch } from "../../../ui/record-list.tsx";
import { ListState } from "../../../ui/resource-section.tsx";
import { SearchInput } from "../../../ui/search-input.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { More } from "../../../ui/table.tsx";
import { Together } from "../../../ui/together.tsx";
import { AuditEntryRow } from "./audit-entry-row.tsx";
import { AuditRow } from "./audit-row.tsx";
import { actionKinds } from "./audit-words.ts";
import { draftSavesText, type FoldedEntries, foldDraftSaves } from "./fold-draft-saves.ts";

/** Who changed what, and when. */
export function AuditPage() {
  const maySee = useMay("editor");
  return (
    <SystemPlace to="/system/audit">
      <Together className="flex flex-col gap-5">
        {maySee ? (
          <Audit />
        ) : (
          <NotPermitted title="Only editors and owners can see the audit log">
            The audit log shows who changed what, and when.
          </NotPermitted>
        )}
      </Together>
    </SystemPlace>
  );
}

const ranges = [
  ["1", "24 h"],
  ["7", "7 d"],
  ["30", "30 d"],
  ["all", "All"],
] as const;
const dayMs = 86_400_000;

function Audit() {
  // `subject` is the UUID of a device.
  const [filter, setFilter] = useFilters("action", "actor", "subject", "days");
  const { action, actor, subject, days = "all" } = filter;
  const from = days === "all" ? undefined : sinceMinute(Number(days));
  const entries = usePages("listAudit", { query: { limit: 50, action, actor, subject, from } });
  const empty =
    Object.keys(filter).length > 0 ? (
      <NoMatch what="entries" onShowAll={() => setFilter({ action: "", actor: "", subject: "", days: "" })}>
        Enter the full address or name.
      </NoMatch>
    ) : (
      <EmptyState title="No changes yet">Changes appear here and are kept for 400 days.</EmptyState>
    );
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <FilterSelect
          label="Type of change"
          className="w-44!"
          choices={actionKinds}
          value={action}
          onChoose={(action) => setFilter({ action })}
        />
        <DevicePicker
          device={subject}
          onChoose={(device) => setFilter({ subject: device })}
          className="w-48 max-md:w-full"
        />
        <SearchInput
          label="Email or key name"
          value={actor ?? ""}
          onSearch={(text) => setFilter({ actor: text.trim() }, "typed")}
          className="w-52 max-md:w-full"
        />
        <Segmented
          label="Period"
          choices={ranges}
          chosen={ranges.find(([value]) => value === days)?.[0] ?? null}
          onChoose={(value) => setFilter({ days: value === "all" ? "" : value })}
        />
      </div>
      <Card isFlush>
        <ListState list={entries} isEmpty={entries.items.length === 0 && !entries.hasNextPage} empty={empty}>
          <ul aria-label="Audit log">
            {foldDraftSaves(entries.items).map((folded) =>
              folded.length > 1 ? (
                // Keyed by the oldest entry, because a new save joins a row that may be open.
                <AuditDraftSavesRow key={folded.at(-1)!.id} saves={folded} />
              ) : (
                <AuditEntryRow key={folded[0].id} entry={folded[0]} />
              ),
            )}
          </ul>
        </ListState>
        <More list={entries} />
      </Card>
    </>
  );
}

/** Consecutive saves of one draft. Opening the row shows each of them. */
function AuditDraftSavesRow({ saves }: { readonly saves: FoldedEntries }) {
  const text = draftSavesText(saves);
  return (
    <AuditRow entry={saves[0]} text={text}>
      {() => (
        <ul aria-label={text} className="pl-6 max-md:pl-3">
          {saves.map((entry) => (
            <AuditEntryRow key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </AuditRow>
  );
}

/** Rounded to the minute, so that the query stays the same while somebody reads the answer. */
function sinceMinute(days: number): string {
  const minuteMs = 60_000;
  const fromMs = Math.floor((Date.now() - days * dayMs) / minuteMs) * minuteMs;
  return new Date(fromMs).toISOString();
}
