import { Plus, Router } from "lucide-react";
import { useCallback, useEffect } from "react";
import { useCall, usePages } from "../../api/queries.ts";
import { DevicesPlace } from "../../app/places/devices-place.tsx";
import { useMay } from "../../app/session.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { NewRows } from "../../ui/new-rows.tsx";
import { useSelection } from "../../ui/selection.tsx";
import { EmptyState, Failure, Loading } from "../../ui/states.tsx";
import { useHeldStill } from "../../ui/use-held-still.ts";
import { LazySampleNote } from "../sample/lazy-sample-note.tsx";
import {
  type DeviceFilter,
  isFiltered,
  isStatusOnly,
  noFilter,
  toCountQuery,
  toListQuery,
  useDeviceFilter,
} from "./device-filter.ts";
import { DeviceList } from "./device-list.tsx";
import { countOf, DeviceToolbar } from "./device-toolbar.tsx";
import { LazyBulkBar } from "./lazy-bulk-bar.tsx";
import type { ListedDevice } from "./use-connections.ts";
import { useFreshList } from "./use-fresh-list.ts";
import { useListColumns } from "./use-list-columns.ts";

const pageLength = 200;
const countsRefreshMs = 15_000;

/** All devices with their state: which are silent, and which have rejected readings? */
export function DevicesPage() {
  const mayEdit = useMay("editor");
  const [filter, change] = useDeviceFilter();
  const [columns, chooseColumns] = useListColumns(filter, change);
  const query = toListQuery(filter);
  const list = usePages("listDevices", { query: { ...query, limit: pageLength } });
  const { data: counts, isPending: isCounting } = useCall(
    "countDevices",
    { query: toCountQuery(filter) },
    { keep: true, refetchInterval: countsRefreshMs },
  );
  const { items: devices, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const selection = useSelection(devices, uuidOf);
  const still = useHeldStill();
  const isHeld = devices.length > 0 && (still.isHeld || selection.items.length > 0);
  const fresh = useFreshList(list, { filter, isHeld });
  const total = counts === undefined ? devices.length : countOf(counts, filter.status);

  // A selection from one list would be surprising in another.
  const asked = JSON.stringify(query);
  const { clear } = selection;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the query matters.
  useEffect(() => clear(), [asked, clear]);

  const needMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);

  const showMoved = () => {
    fresh.show();
    still.top.current?.scrollIntoView({ block: "center" });
  };

  return (
    <DevicesPlace
      to="/devices"
      action={
        mayEdit && (
          <ButtonLink to="/devices/new" look="primary" icon={<Plus size={15} aria-hidden />}>
            New device
          </ButtonLink>
        )
      }
    >
      {counts !== undefined && counts.sample > 0 && <LazySampleNote />}
      <DeviceToolbar
        filter={filter}
        onChange={change}
        counts={counts}
        isCounting={isCounting}
        columns={columns}
        onColumns={chooseColumns}
        devices={devices}
      />
      <div ref={still.top} />
      <div {...still.handlers}>
        <NewRows count={fresh.movedCount} what="changed device" isOverHead onShow={showMoved} />
        {list.data === undefined ? (
          list.isError ? (
            <Failure error={list.error} onRetry={() => void list.refetch()} />
          ) : (
            <Loading shape="rows" what="Loading devices" />
          )
        ) : devices.length === 0 ? (
          <NoDevices filter={filter} onChange={change} mayEdit={mayEdit} />
        ) : (
          <DeviceList
            devices={devices}
            total={total}
            head={{ filter, onChange: change, columns }}
            selection={mayEdit ? selection : null}
            onNeedMore={needMore}
            isOld={list.isPlaceholderData}
          />
        )}
      </div>
      {list.isFetchNextPageError && <Failure error={list.error} onRetry={() => void fetchNextPage()} />}
      {selection.items.length > 0 && (
        <LazyBulkBar selection={selection} query={query} total={total} isAllLoaded={!hasNextPage} />
      )}
    </DevicesPlace>
  );
}

function uuidOf({ uuid }: ListedDevice): string {
  return uuid;
}

const noneMatching = [
  "No matching devices",
  "Search covers device names, descriptions, UUIDs, tags, attributes and full sensor slugs.",
] as const;

const noneWithStatus: Partial<Record<DeviceFilter["status"], readonly [title: string, text: string]>> = {
  alarms: ["No devices with alarms", "No device has an active alarm."],
  rejected: [
    "No recent rejections",
    "No requests were refused and no readings rejected in the last 24 hours.",
  ],
};

function NoDevices({
  filter,
  onChange,
  mayEdit,
}: {
  readonly filter: DeviceFilter;
  readonly onChange: (change: Partial<DeviceFilter>) => void;
  readonly mayEdit: boolean;
}) {
  if (isFiltered(filter)) {
    const [title, text] = (isStatusOnly(filter) && noneWithStatus[filter.status]) || noneMatching;
    return (
      <Card>
        <EmptyState
          title={title}
          action={<Button onClick={() => onChange(noFilter)}>Show all devices</Button>}
        >
          {text}
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card>
      <EmptyState
        icon={<Router size={28} />}
        title="No devices yet"
        action={
          mayEdit && (
            <ButtonLink to="/devices/new" look="primary">
              Create device
            </ButtonLink>
          )
        }
      >
        A device sends readings. It has a token to authenticate with, and a sensor for each thing it measures.
      </EmptyState>
    </Card>
  );
}
