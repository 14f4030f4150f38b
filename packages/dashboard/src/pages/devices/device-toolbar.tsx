import type { DeviceSort, SortOrder } from "@weir/protocol/closed-sets";
import { X } from "lucide-react";
import { useCall } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { compactText, plural } from "../../format/number.ts";
import { IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { type Choice, Select } from "../../ui/field.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { ColumnsButton } from "./columns-button.tsx";
import {
  type ChangeDeviceFilter,
  type DeviceFilter,
  type StatusFilter,
  statusFilters,
} from "./device-filter.ts";
import { type ListColumns, writeColumns } from "./list-columns.ts";
import { SavedFiltersButton } from "./saved-filters-button.tsx";
import type { ListedDevice } from "./use-connections.ts";
import type { ChooseColumns } from "./use-list-columns.ts";

type DeviceCounts = CallAnswer<"countDevices">;

const labels: Record<StatusFilter, string> = {
  all: "All",
  online: "Online",
  offline: "Offline",
  alarms: "With alarms",
  rejected: "Recently rejected",
  never_seen: "Never connected",
  disabled: "Disabled",
};

const orders: readonly Choice[] = [
  { value: "name asc", label: "Name, A to Z" },
  { value: "name desc", label: "Name, Z to A" },
  { value: "last_connected desc", label: "Recently connected" },
  { value: "last_connected asc", label: "Longest silent" },
  { value: "created desc", label: "Newest first" },
  { value: "created asc", label: "Oldest first" },
];

/** A group cannot have an empty name, nor one that begins with a space. */
const everyGroup = " all";

export function countOf(counts: DeviceCounts, status: StatusFilter): number {
  if (status === "rejected") return counts.troubled;
  if (status === "alarms") return counts.with_alarms ?? 0;
  if (status !== "all") return counts[status];
  return counts.online + counts.offline + counts.never_seen + counts.disabled;
}

/** Filters and order of the list. */
export function DeviceToolbar({
  filter,
  onChange,
  counts,
  isCounting,
  columns,
  onColumns,
  devices,
}: {
  readonly filter: DeviceFilter;
  readonly onChange: ChangeDeviceFilter;
  readonly counts: DeviceCounts | undefined;
  /** Whether the numbers are still loading. */
  readonly isCounting: boolean;
  readonly columns: ListColumns;
  readonly onColumns: ChooseColumns;
  readonly devices: readonly ListedDevice[];
}) {
  const { data: groups } = useCall("listDeviceGroups", { query: { limit: 1000 } }, { staleTime: 60_000 });
  const groupChoices = [
    { value: everyGroup, label: "All groups" },
    { value: "", label: "No group" },
    ...(groups?.items ?? []).map(({ name }) => ({ value: name, label: name })),
  ];
  return (
    <div className="mb-3 flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <SearchInput
          label="Search by name, description, UUID, tag, attribute or slug"
          placeholder="Search by name, UUID, tag or slug"
          value={filter.search}
          onSearch={(search) => onChange({ search: search.trim() }, "typed")}
          className="min-w-52 flex-1 max-md:basis-full"
        />
        <Select
          aria-label="Group"
          className="w-auto max-w-48 max-md:max-w-full max-md:grow"
          choices={groupChoices}
          value={filter.group ?? everyGroup}
          onChange={({ target: { value } }) => onChange({ group: value === everyGroup ? null : value })}
        />
        <Select
          aria-label="Order"
          className="w-auto max-w-48 max-md:max-w-full max-md:grow"
          choices={orders}
          value={`${filter.sort} ${filter.order}`}
          onChange={({ target: { value } }) => {
            const [sort, order] = value.split(" ") as [DeviceSort, SortOrder];
            onChange({ sort, order });
          }}
        />
        <ColumnsButton columns={columns} onChoose={onColumns} devices={devices} />
        <SavedFiltersButton filter={{ ...filter, columns: writeColumns(columns) }} />
      </div>
      <NoteFilters filter={filter} onChange={onChange} />
      {/* Numbers make the segments wider, so both appear together. */}
      <div className={cx("-mx-4 overflow-x-auto px-4 py-0.5 md:mx-0 md:px-0", isCounting && "invisible")}>
        <Segmented
          label="Status"
          choices={statusFilters.map((status) => [status, labelOf(status, counts)] as const)}
          chosen={filter.status}
          onChoose={(status) => onChange({ status })}
        />
      </div>
    </div>
  );
}

/** The template, devices, tags and attributes that narrow the list. Links and chips set them. */
function NoteFilters({
  filter,
  onChange,
}: {
  readonly filter: DeviceFilter;
  readonly onChange: ChangeDeviceFilter;
}) {
  const tags = filter.tag.split(",").filter((tag) => tag !== "");
  const chosen = filter.devices.split(",").filter((uuid) => uuid !== "").length;
  const isNarrowed = tags.length > 0 || chosen > 0 || filter.template !== "" || filter.attributes.size > 0;
  if (!isNarrowed) return null;
  const others = (name: string) => new Map([...filter.attributes].filter(([other]) => other !== name));
  return (
    <ul aria-label="Filters" className="flex flex-wrap gap-2">
      {filter.template !== "" && (
        <TemplateChip template={filter.template} onRemove={() => onChange({ template: "" })} />
      )}
      {chosen > 0 && (
        <FilterChip
          text={`${plural(chosen, "device")} of a board`}
          onRemove={() => onChange({ devices: "" })}
        />
      )}
      {tags.map((tag) => (
        <FilterChip
          key={`tag ${tag}`}
          text={`Tag: ${tag}`}
          onRemove={() => onChange({ tag: tags.filter((other) => other !== tag).join(",") })}
        />
      ))}
      {[...filter.attributes].map(([name, value]) => (
        <FilterChip
          key={`attribute ${name}`}
          text={`${name}: ${value}`}
          onRemove={() => onChange({ attributes: others(name) })}
        />
      ))}
    </ul>
  );
}

function TemplateChip({ template, onRemove }: { readonly template: string; readonly onRemove: () => void }) {
  const { data } = useCall("listTemplates", {});
  const name = data?.items.find(({ uuid }) => uuid === template)?.name;
  return <FilterChip text={`Template: ${name ?? "unknown"}`} onRemove={onRemove} />;
}

function FilterChip({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }) {
  return (
    <li className="inline-flex h-7 items-center gap-1 rounded-md bg-accent-soft pl-2 text-sm text-accent">
      {text}
      <IconButton label={`Remove filter ${text}`} className="size-6" onClick={onRemove}>
        <X size={13} aria-hidden />
      </IconButton>
    </li>
  );
}

function labelOf(status: StatusFilter, counts: DeviceCounts | undefined): string {
  return counts === undefined ? labels[status] : `${labels[status]} ${compactText(countOf(counts, status))}`;
}
