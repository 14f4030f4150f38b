import { useNavigate, useSearch } from "@tanstack/react-router";
import {
  type DeviceSort,
  type DeviceStatus,
  deviceSorts,
  deviceStatuses,
  type SortOrder,
} from "@weir/protocol/closed-sets";
import { attributesOfQuery, attributesToQuery } from "@weir/protocol/manage/device-notes";
import { useCallback, useMemo } from "react";
import type { FilterChange } from "../../app/use-filters.ts";

export const statusFilters = [
  "all",
  "online",
  "offline",
  "alarms",
  "rejected",
  "never_seen",
  "disabled",
] as const;
export type StatusFilter = (typeof statusFilters)[number];

/** The filters and the order of the list. They are in the address, so that a link shows the same list. */
export interface DeviceFilter {
  readonly search: string;
  /** The name of a group; empty for devices without a group, null for all. */
  readonly group: string | null;
  /** Tags separated by commas; empty for all. */
  readonly tag: string;
  /** UUID of a template; empty for all. */
  readonly template: string;
  /** UUIDs separated by commas; empty for all. A tile of a board links to the devices that it names. */
  readonly devices: string;
  /** Attributes by name, all of which the devices have. */
  readonly attributes: ReadonlyMap<string, string>;
  /** The columns that a saved filter or a link shows; empty for those that the person has chosen. */
  readonly columns: string;
  readonly status: StatusFilter;
  readonly sort: DeviceSort;
  readonly order: SortOrder;
}

export type ChangeDeviceFilter = (change: Partial<DeviceFilter>, how?: FilterChange) => void;

export function useDeviceFilter(): readonly [DeviceFilter, ChangeDeviceFilter] {
  const asked = useSearch({ strict: false });
  const navigate = useNavigate();
  const filter = useMemo(() => readFilter(asked), [asked]);
  const change: ChangeDeviceFilter = useCallback(
    (changed, how = "chosen") =>
      void navigate({
        to: "/devices",
        search: writeFilter({ ...filter, ...changed }),
        replace: how === "typed",
        resetScroll: false,
      }),
    [navigate, filter],
  );
  return [filter, change];
}

export function isFiltered(filter: DeviceFilter): boolean {
  return filter.status !== "all" || !isStatusOnly(filter);
}

/** Whether nothing but the status narrows the list. */
export function isStatusOnly(filter: DeviceFilter): boolean {
  const { search, group, tag, template, devices, attributes } = filter;
  const texts = [search, tag, template, devices];
  return group === null && attributes.size === 0 && texts.every((text) => text === "");
}

/** Shows all devices. */
export const noFilter: Partial<DeviceFilter> = {
  search: "",
  group: null,
  tag: "",
  template: "",
  devices: "",
  attributes: new Map(),
  status: "all",
};

/**
 * The query of the API. Disabled devices have a status too, but it is not searched for, because they are
 * refused.
 */
export function toListQuery(filter: DeviceFilter) {
  const { status, sort, order } = filter;
  return {
    ...toCountQuery(filter),
    // A disabled device may still have earlier alarms.
    ...(status === "all" || status === "alarms" ? {} : { enabled: status !== "disabled" }),
    ...(status === "alarms" ? { alarms: true } : {}),
    ...(status === "rejected" ? { troubled: true } : {}),
    ...(isConnectionStatus(status) ? { status } : {}),
    sort,
    order,
  };
}

export function isConnectionStatus(status: string): status is DeviceStatus {
  return (deviceStatuses as readonly string[]).includes(status);
}

export function toCountQuery(filter: DeviceFilter) {
  const { search, group, tag, template, devices, attributes } = filter;
  return {
    ...(search === "" ? {} : { search }),
    ...(group === null ? {} : { group }),
    ...(tag === "" ? {} : { tag }),
    ...(template === "" ? {} : { template }),
    ...(devices === "" ? {} : { devices }),
    ...attributesToQuery(attributes),
  };
}

function readFilter(asked: Readonly<Record<string, unknown>>): DeviceFilter {
  const { q, group, tag, template, devices, columns, status, sort, order } = asked;
  return {
    search: q === undefined ? "" : String(q),
    group: group === undefined ? null : String(group),
    tag: tag === undefined ? "" : String(tag),
    template: template === undefined ? "" : String(template),
    devices: devices === undefined ? "" : String(devices),
    attributes: attributesOfQuery(asked),
    columns: columns === undefined ? "" : String(columns),
    status: statusFilters.find((known) => known === status) ?? "all",
    sort: deviceSorts.find((known) => known === sort) ?? "name",
    order: order === "desc" ? "desc" : "asc",
  };
}

/** The filter as it is in the address. Default values are left out. */
export function writeFilter(filter: DeviceFilter): Readonly<Record<string, string>> {
  const { search, group, tag, template, devices, attributes, columns, status, sort, order } = filter;
  return {
    ...(search === "" ? {} : { q: search }),
    ...(group === null ? {} : { group }),
    ...(tag === "" ? {} : { tag }),
    ...(template === "" ? {} : { template }),
    ...(devices === "" ? {} : { devices }),
    ...attributesToQuery(attributes),
    ...(columns === "" ? {} : { columns }),
    ...(status === "all" ? {} : { status }),
    ...(sort === "name" ? {} : { sort }),
    ...(order === "asc" ? {} : { order }),
  };
}
