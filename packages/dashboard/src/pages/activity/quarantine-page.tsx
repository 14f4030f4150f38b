import { dropReasons } from "@weir/protocol/drop-reasons";
import { ShieldCheck } from "lucide-react";
import { useCall } from "../../api/queries.ts";
import { useFilters } from "../../app/use-filters.ts";
import { DevicePicker } from "../../ui/device-picker.tsx";
import { FilterSelect } from "../../ui/field.tsx";
import { Page } from "../../ui/page.tsx";
import { NoMatch, RecordList } from "../../ui/record-list.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { ActivityTabs } from "./activity-tabs.tsx";
import { KeepRejectedButton } from "./keep-rejected-button.tsx";
import { reasonTitle } from "./outcome-words.ts";
import { QuarantineTable } from "./quarantine-table.tsx";
import { keptText } from "./quarantine-words.ts";
import { type QuarantineFilter, useQuarantined } from "./use-quarantined.ts";

const reasons = [
  { value: "", label: "All reasons" },
  ...dropReasons.map(({ key }) => ({ value: key, label: reasonTitle(key) })),
];

/** Rejected readings that were kept, to be submitted again or discarded. */
export function QuarantinePage() {
  const [filter, setFilter] = useFilters("device", "reason");
  const list = useQuarantined(filter);
  return (
    <Page title="Quarantine" help={{ guide: "activity", part: "quarantine" }} tabs={<ActivityTabs />}>
      <RecordList
        list={list}
        what="reading"
        filters={
          <>
            <DevicePicker
              device={filter.device}
              onChoose={(device) => setFilter({ device })}
              className="w-60 max-md:w-full"
            />
            <FilterSelect
              label="Reason"
              className="w-52!"
              choices={reasons}
              value={filter.reason}
              onChoose={(reason) => setFilter({ reason })}
            />
          </>
        }
        empty={
          <NothingKept
            filter={filter}
            onShowAll={() => setFilter({ device: undefined, reason: undefined })}
          />
        }
      >
        <QuarantineTable key={`${filter.device} ${filter.reason}`} list={list} filter={filter} />
      </RecordList>
      {list.items.length > 0 && (
        <p className="mt-3 max-w-3xl text-sm text-muted">
          <WhatIsKept device={filter.device} /> Up to 1,000 readings of each device are kept as they were
          sent. Fix the cause, for example by creating the missing sensor, and submit them again. They keep
          their original time.
        </p>
      )}
    </Page>
  );
}

/** For the chosen device, or for all. */
function WhatIsKept({ device }: { readonly device: string | undefined }) {
  const data = useChosenDevice(device);
  if (data !== undefined) return keptText(data);
  return "Rejected readings of new devices are kept until the device’s first day without rejections. For other devices, they are kept while quarantine is on in the device’s settings.";
}

function useChosenDevice(device: string | undefined) {
  const params = { device: device ?? "" };
  return useCall("showDevice", { params }, { enabled: device !== undefined }).data;
}

function NothingKept({
  filter: { device, reason },
  onShowAll,
}: {
  readonly filter: QuarantineFilter;
  readonly onShowAll: () => void;
}) {
  const data = useChosenDevice(device);
  const icon = <ShieldCheck size={24} />;
  if (device !== undefined && data?.quarantine === false) {
    return (
      <EmptyState
        icon={icon}
        title="Rejected readings are not kept"
        action={<KeepRejectedButton device={device} />}
      >
        Quarantine is off for {data.name}: rejected readings are reported to the device and then discarded.
        Turn quarantine on to keep them here and submit them again.
      </EmptyState>
    );
  }
  if (device !== undefined || reason !== undefined) {
    return (
      <NoMatch icon={icon} what="readings" onShowAll={onShowAll}>
        No reading in quarantine matches these filters. <WhatIsKept device={device} /> New ones appear here as
        they arrive.
      </NoMatch>
    );
  }
  return (
    <EmptyState icon={icon} title="The quarantine is empty">
      <WhatIsKept device={undefined} /> You can submit them again from here. Choose a device above to see
      whether its quarantine is on, or to turn it on.
    </EmptyState>
  );
}
