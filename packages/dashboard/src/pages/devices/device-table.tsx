import { Link } from "@tanstack/react-router";
import type { DeviceSort } from "@weir/protocol/closed-sets";
import { ArrowDown, ArrowUp } from "lucide-react";
import { memo, type ReactNode } from "react";
import { rateMeaning } from "../../format/rate-meaning.ts";
import { type AlarmCount, AlarmMarker } from "../../ui/alarm-marker.tsx";
import { cx } from "../../ui/class-names.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { SelectBox, type Selection } from "../../ui/selection.tsx";
import { Td, Th, Tr } from "../../ui/table.tsx";
import { Tags } from "../../ui/tags.tsx";
import { AlertMeButton } from "../alert-me/alert-me-button.tsx";
import { ColumnValue } from "./column-value.tsx";
import { Battery, LastDay, Rate } from "./device-figures.tsx";
import type { DeviceFilter } from "./device-filter.ts";
import { DeviceRemarks, DeviceStatus } from "./device-status.tsx";
import { type ListColumns, type StandardColumn, standardColumns } from "./list-columns.ts";
import type { ColumnValues } from "./use-column-values.ts";
import type { ListedDevice } from "./use-connections.ts";
import type { Curve } from "./use-curves.ts";

/** Columns that only fit on a wide screen. */
const onLarge = "max-lg:hidden";
const onWidest = "max-xl:hidden";

/** Where a standard column is shown. Beside columns of values, there is less room. */
function classOf(name: StandardColumn, { slugs, hidden }: ListColumns): string {
  if (hidden.has(name)) return "hidden";
  const isWide = name === "battery" || name === "sensors" || name === "group";
  // Names of devices need the room more than the number of their sensors.
  if (slugs.length === 0 && name === "sensors") return "max-2xl:hidden";
  if (slugs.length === 0) return isWide ? onWidest : name === "seen" ? "" : onLarge;
  return isWide ? "max-[1800px]:hidden" : name === "seen" ? onLarge : "max-2xl:hidden";
}

/** The first values fit almost anywhere, and four only beside few other columns. */
function classOfValue(place: number): string {
  return place === 0 ? "" : place === 1 ? onLarge : onWidest;
}

export interface TableHead {
  readonly filter: DeviceFilter;
  readonly onChange: (change: Partial<DeviceFilter>) => void;
  readonly columns: ListColumns;
  /** Null if nothing can be selected. */
  readonly selection: Selection<string, ListedDevice> | null;
}

/** The frame of the table. Rows must be 40 px high, because only visible rows are drawn. */
export function DeviceTable({
  head,
  rowCount,
  children,
}: {
  readonly head: TableHead;
  readonly rowCount: number;
  readonly children: ReactNode;
}) {
  const { filter, onChange, columns, selection } = head;
  const sticky = "sticky top-0 z-10 bg-surface first:rounded-tl-lg last:rounded-tr-lg";
  const of = (name: StandardColumn, className: string) => cx(sticky, className, classOf(name, columns));
  return (
    <table
      aria-label="Devices"
      aria-rowcount={rowCount + 1}
      className="w-full table-fixed border-separate border-spacing-0 text-sm"
    >
      <thead>
        <tr aria-rowindex={1}>
          {selection !== null && (
            <Th className={cx(sticky, "w-11")}>
              <SelectBox
                label="Select all"
                isOn={selection.isAll}
                isPartly={selection.items.length > 0}
                onToggle={selection.toggleAll}
              />
            </Th>
          )}
          <SortTh className={sticky} sort="name" filter={filter} onChange={onChange}>
            Name
          </SortTh>
          <Th className={cx(sticky, "w-36")}>Status</Th>
          {columns.slugs.map((slug, place) => (
            <Th
              key={slug}
              title={slug}
              className={cx(sticky, "w-24 truncate text-right", classOfValue(place))}
            >
              {slug}
            </Th>
          ))}
          <SortTh className={of("seen", "w-34")} sort="last_connected" filter={filter} onChange={onChange}>
            {standardColumns.seen}
          </SortTh>
          <Th className={of("battery", "w-19 text-right")}>{standardColumns.battery}</Th>
          <Th title={rateMeaning} className={of("rate", "w-27 text-right")}>
            {standardColumns.rate}
          </Th>
          <Th className={of("day", "w-26")}>{standardColumns.day}</Th>
          <Th className={of("sensors", "w-19 text-right")}>{standardColumns.sensors}</Th>
          <Th className={of("group", "w-[13%]")}>{standardColumns.group}</Th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function SortTh({
  sort,
  filter,
  onChange,
  className,
  children,
}: Pick<TableHead, "filter" | "onChange"> & {
  readonly sort: DeviceSort;
  readonly className: string;
  readonly children: ReactNode;
}) {
  const isSorted = filter.sort === sort;
  // Names start at A, and times with the latest.
  const first = sort === "name" ? "asc" : "desc";
  const order = !isSorted ? first : filter.order === "asc" ? "desc" : "asc";
  const Arrow = filter.order === "asc" ? ArrowUp : ArrowDown;
  return (
    <Th
      className={className}
      {...(isSorted ? { "aria-sort": filter.order === "asc" ? "ascending" : "descending" } : {})}
    >
      <button
        type="button"
        className={cx(
          "-mx-1 inline-flex h-7 items-center gap-1 rounded-sm px-1 hover:text-text",
          isSorted && "text-text",
        )}
        onClick={() => onChange({ sort, order })}
      >
        {children}
        {isSorted && <Arrow size={12} aria-hidden />}
      </button>
    </Th>
  );
}

export interface RowProps {
  readonly device: ListedDevice;
  readonly curve: Curve | undefined;
  /** Undefined if the device has none, or if that is not known yet. */
  readonly alarms: AlarmCount | undefined;
  readonly columns: ListColumns;
  /** Undefined while they are loading, or if the device has none of these sensors. */
  readonly values: ColumnValues | undefined;
  readonly index: number;
  readonly isSelected: boolean;
  /** Null if nothing can be selected. */
  readonly onToggle: ((uuid: string, isRange: boolean) => void) | null;
}

export const DeviceRow = memo(
  ({ device, curve, alarms, columns, values, index, isSelected, onToggle }: RowProps) => (
    <Tr aria-rowindex={index + 2} className={cx(isSelected && "bg-accent-soft hover:bg-accent-soft!")}>
      {onToggle !== null && (
        <Td>
          <DeviceBox device={device} isSelected={isSelected} onToggle={onToggle} />
        </Td>
      )}
      <Td className="group">
        <span className="flex min-w-0 flex-col leading-tight">
          {/* Of a fixed height, so that all rows are equally high. */}
          <span className="flex h-5 min-w-0 items-center gap-2">
            <Link
              to="/devices/$device"
              params={{ device: device.uuid }}
              title={device.name}
              className="truncate font-medium hover:text-accent hover:underline"
            >
              {device.name}
            </Link>
            {alarms !== undefined && <AlarmMarker alarms={alarms} />}
            {device.sensor_count > 0 && (
              <span className="ml-auto inline-flex opacity-0 group-hover:opacity-100 focus-within:opacity-100 pointer-coarse:opacity-100">
                <AlertMeButton device={device.uuid} name={device.name} />
              </span>
            )}
          </span>
          {/* Below the name, so that they do not cut it short. */}
          <span className="flex min-w-0 items-center gap-3 overflow-hidden">
            <DeviceRemarks device={device} />
            {device.tags.length > 0 && <Tags tags={device.tags} max={3} />}
          </span>
        </span>
      </Td>
      <Td>
        <DeviceStatus device={device} />
      </Td>
      {columns.slugs.map((slug, place) => (
        <Td key={slug} className={cx("truncate text-right", classOfValue(place))}>
          <ColumnValue values={values} slug={slug} />
        </Td>
      ))}
      <Td className={cx("truncate", classOf("seen", columns))}>
        <RelativeTime at={device.last_connected} fallback="Never" />
      </Td>
      <Td className={cx("text-right", classOf("battery", columns))}>
        <Battery battery={device.battery} />
      </Td>
      <Td className={cx("text-right", classOf("rate", columns))}>
        <Rate curve={curve} />
      </Td>
      <Td className={classOf("day", columns)}>
        <LastDay curve={curve} width={80} />
      </Td>
      <Td className={cx("text-right", classOf("sensors", columns))}>{device.sensor_count}</Td>
      <Td className={cx("truncate", classOf("group", columns))} title={device.group ?? ""}>
        {device.group ?? <span className="text-faint">–</span>}
      </Td>
    </Tr>
  ),
);

/** Selects a device for actions on several devices. */
export function DeviceBox({
  device: { uuid, name },
  isSelected,
  onToggle,
}: Pick<RowProps, "device" | "isSelected"> & { readonly onToggle: NonNullable<RowProps["onToggle"]> }) {
  return (
    <SelectBox label={`Select ${name}`} isOn={isSelected} onToggle={(isRange) => onToggle(uuid, isRange)} />
  );
}
