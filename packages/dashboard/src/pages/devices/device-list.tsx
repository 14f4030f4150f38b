import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { cx } from "../../ui/class-names.ts";
import type { Selection } from "../../ui/selection.tsx";
import { useIsNarrow } from "../../ui/use-is-narrow.ts";
import { cardHeightPx, DeviceCard } from "./device-card.tsx";
import { DeviceRow, DeviceTable, type TableHead } from "./device-table.tsx";
import { useColumnValues } from "./use-column-values.ts";
import { type ListedDevice, useConnectionsAndTroubles, withConnection } from "./use-connections.ts";
import { useCurves } from "./use-curves.ts";
import { useDeviceAlarms } from "./use-device-alarms.ts";

const rowHeightPx = 40;
/** The next page is loaded when only this many rows are left below. */
const aheadRows = 60;

interface ListProps {
  readonly devices: readonly ListedDevice[];
  /** The total number of devices. */
  readonly total: number;
  readonly head: Omit<TableHead, "selection">;
  /** Null if nothing can be selected. */
  readonly selection: Selection<string, ListedDevice> | null;
  readonly onNeedMore: () => void;
  /** Whether the list still belongs to the previous query. */
  readonly isOld: boolean;
}

/**
 * A table, or cards on a phone. Only visible rows are drawn and loaded, so ten thousand devices cost as much as fifty.
 */
export function DeviceList(props: ListProps) {
  const isNarrow = useIsNarrow();
  // The height of rows is known in advance, and cards with values are higher.
  const kind = `${isNarrow} ${props.head.columns.slugs.length > 0}`;
  return <VirtualList key={kind} isNarrow={isNarrow} {...props} />;
}

function VirtualList({
  devices,
  total,
  head,
  selection,
  onNeedMore,
  isOld,
  isNarrow,
}: ListProps & { readonly isNarrow: boolean }) {
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: devices.length,
    getScrollElement: () => document.getElementById("content"),
    estimateSize: () => (isNarrow ? cardHeightPx(head.columns) : rowHeightPx),
    overscan: 12,
    scrollMargin: useOffsetTop(frame),
    getItemKey: useCallback((index: number) => devices[index]!.uuid, [devices]),
  });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  const connections = useConnectionsAndTroubles();
  const sight = { first, last, isMoving: virtual.isScrolling };
  const curves = useCurves(devices, sight);
  const alarms = useDeviceAlarms(devices, sight);
  const values = useColumnValues(devices, sight, head.columns.slugs);
  useEffect(() => {
    if (last >= devices.length - aheadRows) onNeedMore();
  }, [last, devices.length, onNeedMore]);

  const Row = isNarrow ? DeviceCard : DeviceRow;
  const rows = items.map(({ index, key }) => {
    const device = devices[index]!;
    return (
      <Row
        key={key}
        device={withConnection(device, connections)}
        curve={curves.get(device.uuid)}
        alarms={alarms.get(device.uuid)}
        columns={head.columns}
        values={values.get(device.uuid)}
        index={index}
        isSelected={selection?.has(device.uuid) ?? false}
        onToggle={selection?.toggle ?? null}
      />
    );
  });
  const abovePx = (items[0]?.start ?? 0) - virtual.options.scrollMargin;
  const belowPx = virtual.getTotalSize() - ((items.at(-1)?.end ?? 0) - virtual.options.scrollMargin);
  const look = cx("rounded-lg border border-line bg-surface transition-opacity", isOld && "opacity-60");
  if (isNarrow) {
    return (
      <div ref={frame} className={look}>
        <ul aria-label="Devices" style={{ paddingTop: Math.max(0, abovePx), paddingBottom: belowPx }}>
          {rows}
        </ul>
      </div>
    );
  }
  return (
    <div ref={frame} className={look}>
      <DeviceTable head={{ ...head, selection }} rowCount={total}>
        <Spacer heightPx={abovePx} />
        {rows}
        <Spacer heightPx={belowPx} />
      </DeviceTable>
    </div>
  );
}

/**
 * Takes the room of the rows that are not drawn. It is a single cell, because a cell that spans hidden columns would
 * make room for them.
 */
function Spacer({ heightPx }: { readonly heightPx: number }) {
  if (heightPx <= 0) return null;
  return (
    <tr aria-hidden>
      <td style={{ height: heightPx }} />
    </tr>
  );
}

/** The distance from the top of the page to the list. */
function useOffsetTop(frame: React.RefObject<HTMLElement | null>): number {
  const [topPx, setTopPx] = useState(0);
  useLayoutEffect(() => {
    const page = document.getElementById("content");
    if (frame.current === null || page === null) return;
    const top = frame.current.getBoundingClientRect().top - page.getBoundingClientRect().top;
    setTopPx(Math.round(top + page.scrollTop));
  }, [frame]);
  return topPx;
}
