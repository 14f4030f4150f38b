import { Calculator, Check, ChevronDown, ChevronRight, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useCall } from "../../api/queries.ts";
import { useSensorSearch } from "../../api/use-sensor-search.ts";
import { fitOf } from "../../app/palette-fit.ts";
import { Button } from "../../ui/button.tsx";
import { Popover } from "../../ui/popover.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { useSensorLooks } from "../device/sensor-looks.ts";
import { type ChartSensor, chartSensor, type OfferedSensor, unitsOfSensors } from "./chart-sensor.ts";
import { linesMax, unitsMax } from "./plot-line.ts";
import { useDeviceSensors } from "./use-sensors.ts";

interface PickerProps {
  /** The device of the page; null if there is none. */
  readonly device: string | null;
  readonly own: readonly ChartSensor[];
  readonly chosen: readonly ChartSensor[];
  readonly onToggle: (sensor: OfferedSensor) => void;
  /** Opens the dialog for a derived series; null if there is no room for another. */
  readonly onDerive: (() => void) | null;
}

/** Chooses sensors of this device, and of other devices by the name of the sensor or of the device. */
export function SensorPicker(props: PickerProps) {
  return (
    <Popover
      label="Choose sensors"
      align="end"
      className="w-80"
      trigger={<Button icon={<Plus size={14} aria-hidden />}>Sensors</Button>}
    >
      {(close) => <PickerPanel {...props} onClose={close} />}
    </Popover>
  );
}

const devicesMax = 8;
const sensorsMax = 12;

function PickerPanel({
  device,
  own,
  chosen,
  onToggle,
  onDerive,
  onClose,
}: PickerProps & { readonly onClose: () => void }) {
  const [search, setSearch] = useState("");
  const [opened, setOpened] = useState<string | null>(null);
  const wanted = search.trim().toLowerCase();
  const found = useCall(
    "listDevices",
    { query: { search: search.trim(), limit: devicesMax + 1 } },
    { enabled: wanted !== "", keep: true },
  );
  const matching = own.filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(wanted));
  const sensors = useFoundSensors(search.trim(), device);
  const others = wanted === "" ? [] : (found.data?.items ?? []).filter(({ uuid }) => uuid !== device);
  return (
    <div className="flex max-h-112 flex-col">
      <div className="border-b border-line p-2">
        <SearchInput label="Search sensors and devices" value={search} onSearch={setSearch} />
      </div>
      <div className="overflow-y-auto p-1">
        <SensorChoices sensors={matching} chosen={chosen} onToggle={onToggle} />
        <SensorChoices namesDevice sensors={sensors.items} chosen={chosen} onToggle={onToggle} />
        {others.slice(0, devicesMax).map(({ uuid, name }) => (
          <div key={uuid}>
            <PickerRow
              onClick={() => setOpened(opened === uuid ? null : uuid)}
              isExpanded={opened === uuid}
              before={
                opened === uuid ? (
                  <ChevronDown size={14} aria-hidden />
                ) : (
                  <ChevronRight size={14} aria-hidden />
                )
              }
            >
              {name}
            </PickerRow>
            {opened === uuid && <OtherDevice device={{ uuid, name }} chosen={chosen} onToggle={onToggle} />}
          </div>
        ))}
        {wanted !== "" && matching.length + sensors.items.length + others.length === 0 && (
          <p className="px-2 py-3 text-center text-muted">
            {found.isFetching || sensors.isFetching ? "Searching…" : "No sensors or devices match."}
          </p>
        )}
        {wanted === "" && (
          <p className="px-2 py-1.5 text-xs text-faint">
            {device === null
              ? "Search for sensors, or for a device to see all of its sensors."
              : "Search for sensors of other devices to compare them."}
          </p>
        )}
      </div>
      <FullNote chosen={chosen} />
      <div className="border-t border-line p-2">
        <Button
          size="small"
          look="quiet"
          icon={<Calculator size={14} aria-hidden />}
          disabled={onDerive === null || chosen.length === 0}
          onClick={() => {
            onClose();
            onDerive?.();
          }}
        >
          Add derived series…
        </Button>
      </div>
    </div>
  );
}

/** Sensors of other devices. Those of a device that matches by its own name are shown below it when it is opened. */
function useFoundSensors(search: string, device: string | null) {
  const lookOf = useSensorLooks();
  const { data, isEnabled, isFetching } = useSensorSearch(search, sensorsMax);
  const items = (isEnabled ? (data?.items ?? []) : [])
    .filter(({ device: { uuid, name } }) => uuid !== device && fitOf(search, [name]) === 0)
    .map(
      (sensor): OfferedSensor => ({
        uuid: sensor.uuid,
        slug: sensor.slug,
        name: sensor.name,
        unit: lookOf(sensor).unit ?? "",
        device: sensor.device,
      }),
    );
  return { items, isFetching };
}

/** Explains why some cannot be chosen. */
function FullNote({ chosen }: Pick<PickerProps, "chosen">) {
  const units = unitsOfSensors(chosen);
  if (chosen.length < linesMax && units.length < unitsMax) return null;
  return (
    <p role="status" className="border-t border-line px-3 py-2 text-xs text-muted">
      {chosen.length >= linesMax
        ? `A chart shows up to ${linesMax} sensors.`
        : `A chart shows up to ${unitsMax} units. This chart has ${units.map((unit) => unit || "none").join(", ")}.`}{" "}
      Remove one to add another.
    </p>
  );
}

function OtherDevice({
  device,
  chosen,
  onToggle,
}: Pick<PickerProps, "chosen" | "onToggle"> & { readonly device: { uuid: string; name: string } }) {
  const result = useDeviceSensors(device.uuid);
  const lookOf = useSensorLooks();
  const sensors = result.items.map((sensor) => chartSensor(sensor, device, lookOf(sensor)));
  if (result.data === undefined)
    return (
      <p className="py-2 pl-8 text-muted">{result.isError ? "Couldn’t load the sensors." : "Loading…"}</p>
    );
  if (sensors.length === 0) return <p className="py-2 pl-8 text-muted">This device has no sensors.</p>;
  return (
    <div className="pl-5">
      <SensorChoices sensors={sensors} chosen={chosen} onToggle={onToggle} />
    </div>
  );
}

function SensorChoices({
  sensors,
  namesDevice = false,
  chosen,
  onToggle,
}: Pick<PickerProps, "chosen" | "onToggle"> & {
  readonly sensors: readonly OfferedSensor[];
  readonly namesDevice?: boolean;
}) {
  return sensors.map((sensor) => {
    const isChosen = chosen.some(({ uuid }) => uuid === sensor.uuid);
    const problem = isChosen ? null : noRoomFor(sensor, chosen);
    return (
      <PickerRow
        key={sensor.uuid}
        isPressed={isChosen}
        problem={problem}
        onClick={() => onToggle(sensor)}
        before={<Check size={14} aria-hidden className={isChosen ? "text-accent" : "invisible"} />}
      >
        <span className="truncate">{sensor.name}</span>
        <span className="text-muted">{sensor.unit}</span>
        {namesDevice && sensor.device !== null && (
          <span className="ml-auto truncate text-xs text-muted">{sensor.device.name}</span>
        )}
        {sensor.latest === null && <span className="ml-auto text-xs text-faint">No data</span>}
      </PickerRow>
    );
  });
}

function noRoomFor(sensor: OfferedSensor, chosen: readonly ChartSensor[]): string | null {
  if (chosen.length >= linesMax) return `A chart shows up to ${linesMax} sensors`;
  if (unitsOfSensors([...chosen, sensor]).length > unitsMax) return `A chart shows up to ${unitsMax} units`;
  return null;
}

function PickerRow({
  before,
  children,
  onClick,
  isPressed,
  isExpanded,
  problem = null,
}: {
  readonly before: ReactNode;
  readonly children: ReactNode;
  readonly onClick: () => void;
  readonly isPressed?: boolean;
  readonly isExpanded?: boolean;
  readonly problem?: string | null;
}) {
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      aria-expanded={isExpanded}
      disabled={problem !== null}
      title={problem ?? undefined}
      onClick={onClick}
      className="flex h-8 w-full items-center gap-2 rounded-sm px-2 text-left hover:bg-hover disabled:opacity-50"
    >
      {before}
      {children}
    </button>
  );
}
