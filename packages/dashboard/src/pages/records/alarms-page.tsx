import { type AlarmFilter, alarmFilters, severitiesByGravity } from "@weir/protocol/closed-sets";
import { Bell, BellOff, BellRing } from "lucide-react";
import { usePages } from "../../api/queries.ts";
import { useRefreshOnAlarm } from "../../api/use-refresh-on-alarm.ts";
import { useNotificationState } from "../../app/alarms/notification-choice.ts";
import { NotificationSetting } from "../../app/alarms/notification-setting.tsx";
import { AlarmsPlace } from "../../app/places/alarms-place.tsx";
import { useFilters } from "../../app/use-filters.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { DevicePicker } from "../../ui/device-picker.tsx";
import { FilterSelect } from "../../ui/field.tsx";
import { Popover } from "../../ui/popover.tsx";
import { NoMatch, RecordList } from "../../ui/record-list.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { severities } from "../../ui/severity.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { useStillRecords } from "../../ui/use-still-records.ts";
import { AlarmTable } from "./alarm-table.tsx";
import { ChainFilter } from "./chain-filter.tsx";

const stateLabels: Readonly<Record<AlarmFilter, string>> = {
  active: "Active",
  unacknowledged: "New",
  acknowledged: "Acknowledged",
  cleared: "Cleared",
  all: "All",
};

const severityChoices = [
  { value: "", label: "All severities" },
  ...severitiesByGravity.map((value) => ({ value, label: severities[value].word })),
];

const assigneeChoices = [
  { value: "", label: "All assignees" },
  { value: "me", label: "Assigned to me" },
];

/** No event reports how many readings found an alarm active. */
const againEveryMs = 15_000;

/** The alarms that rule chains, alert rules and silent devices raised. */
export function AlarmsPage() {
  const [filter, setFilter] = useFilters("state", "severity", "device", "chain", "assignee");
  const { severity, device, chain, assignee } = filter;
  const state = filter.state ?? "active";
  const query = { state, severity, device, chain, assignee };
  const list = useStillRecords(usePages("listAlarms", { query }, { refetchInterval: againEveryMs }), query);
  useRefreshOnAlarm(["listAlarms", "showCounts"]);
  const isNarrowed = [severity, device, chain, assignee].some((value) => value !== undefined);
  const showAll = () => setFilter({ severity: "", device: "", chain: "", assignee: "", state: "all" });
  return (
    <AlarmsPlace to="/alarms" action={<NotificationMenu />}>
      <RecordList
        list={list}
        what="alarm"
        filters={
          <>
            {/* A row of its own where the filters do not fit into one. */}
            <div className="max-[1420px]:w-full">
              <Segmented
                label="State"
                choices={alarmFilters.map((filter) => [filter, stateLabels[filter]])}
                chosen={state as AlarmFilter}
                onChoose={(chosen) => setFilter({ state: chosen === "active" ? "" : chosen })}
              />
            </div>
            <FilterSelect
              label="Severity"
              className="w-40!"
              choices={severityChoices}
              value={severity}
              onChoose={(severity) => setFilter({ severity })}
            />
            <FilterSelect
              label="Assignee"
              className="w-40!"
              choices={assigneeChoices}
              value={assignee}
              onChoose={(chosen) => setFilter({ assignee: chosen })}
            />
            <DevicePicker
              device={device}
              onChoose={(chosen) => setFilter({ device: chosen })}
              className="w-52 max-md:w-full"
            />
            <ChainFilter chain={chain} onChoose={(chosen) => setFilter({ chain: chosen })} />
          </>
        }
        empty={
          isNarrowed || state !== "active" ? (
            <NoMatch icon={<BellOff size={24} />} what="alarms" onShowAll={showAll} />
          ) : (
            <NoneActive />
          )
        }
      >
        <AlarmTable
          key={JSON.stringify(filter)}
          list={list}
          filter={{ severity, device, chain, assignee }}
          hasMore={list.hasNextPage}
        />
      </RecordList>
    </AlarmsPlace>
  );
}

/** The person's own setting, in the place where people look for it. */
function NotificationMenu() {
  const isOn = useNotificationState() === "on";
  const icon = isOn ? <BellRing size={15} aria-hidden /> : <Bell size={15} aria-hidden />;
  return (
    <Popover
      label="Browser notifications"
      align="end"
      className="w-80 p-4"
      trigger={<Button icon={icon}>Browser notifications</Button>}
    >
      {() => <NotificationSetting />}
    </Popover>
  );
}

function NoneActive() {
  return (
    <EmptyState
      icon={<BellOff size={24} />}
      title="No active alarms"
      action={<ButtonLink to="/alarms/rules">Go to alert rules</ButtonLink>}
    >
      Alert rules, rule chains and silent devices raise alarms. An alarm appears here immediately and stays
      active until it is cleared.
    </EmptyState>
  );
}
