import { dropReasons } from "@weir/protocol/drop-reasons";
import { ShieldCheck } from "lucide-react";
import { useCall } from "../../api/queries.ts";
import { useFilters } from "../../app/use-filters.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DeviceFilter } from "../../ui/device-filter.tsx";
import { Select } from "../../ui/field.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState, Failure, Loading } from "../../ui/states.tsx";
import { More } from "../../ui/table.tsx";
import { ActivityTabs } from "./activity-tabs.tsx";
import { KeepRejectedButton } from "./keep-rejected-button.tsx";
import { reasonTitle } from "./outcome-words.ts";
import { QuarantineTable } from "./quarantine-table.tsx";
import { type QuarantineFilter, useQuarantined } from "./use-quarantined.ts";

const reasons = [
  { value: "", label: "Every reason" },
  ...dropReasons.map(({ key }) => ({ value: key, label: reasonTitle(key) })),
];

/** Rejected readings that were kept, to be submitted again or discarded. */
export function QuarantinePage() {
  const [filter, setFilter] = useFilters("device", "reason");
  const list = useQuarantined(filter);
  return (
    <Page title="Activity" tabs={<ActivityTabs />}>
      <Card isFlush>
        <div className="flex min-h-11 flex-wrap items-center gap-2 border-b border-line px-4 py-1.5 max-md:py-3">
          <DeviceFilter
            device={filter.device}
            onChoose={(device) => setFilter({ device })}
            className="w-60 max-md:w-full"
          />
          <Select
            aria-label="Reason"
            className="w-52! max-md:w-full!"
            choices={reasons}
            value={filter.reason ?? ""}
            onChange={(event) => setFilter({ reason: event.target.value })}
          />
        </div>
        {list.isPending ? (
          <Loading what="Looking into the quarantine" />
        ) : list.isError ? (
          <Failure error={list.error} onRetry={() => void list.refetch()} />
        ) : list.items.length === 0 ? (
          <NothingKept
            filter={filter}
            onShowAll={() => setFilter({ device: undefined, reason: undefined })}
          />
        ) : (
          <QuarantineTable key={`${filter.device} ${filter.reason}`} readings={list.items} filter={filter} />
        )}
        <More list={list} />
      </Card>
      {list.items.length > 0 && (
        <p className="mt-3 max-w-3xl text-sm text-muted">
          Rejected readings are kept of devices whose quarantine is on (a switch in the device’s settings), up
          to 1,000 of each, as they were sent. Mend the reason, for example by creating the sensor that was
          named, and submit them again: they keep the time they had.
        </p>
      )}
    </Page>
  );
}

function NothingKept({
  filter: { device, reason },
  onShowAll,
}: {
  readonly filter: QuarantineFilter;
  readonly onShowAll: () => void;
}) {
  const { data } = useCall(
    "showDevice",
    { params: { device: device ?? "" } },
    { enabled: device !== undefined },
  );
  const icon = <ShieldCheck size={24} />;
  if (device !== undefined && data?.quarantine === false) {
    return (
      <EmptyState
        icon={icon}
        title="Its rejected readings are not kept"
        action={<KeepRejectedButton device={device} />}
      >
        The quarantine of {data.name} is off: what is rejected is answered with the reason and then gone. With
        it on, it is kept here and can be submitted again.
      </EmptyState>
    );
  }
  if (device !== undefined || reason !== undefined) {
    return (
      <EmptyState icon={icon} title="None like this" action={<Button onClick={onShowAll}>Show all</Button>}>
        No rejected reading in quarantine fits. One that is rejected from now on shows up here by itself.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={icon} title="The quarantine is empty">
      Rejected readings are kept here, to be submitted again, of each device whose quarantine is on. Choose a
      device above to see whether it is, and to switch it on.
    </EmptyState>
  );
}
