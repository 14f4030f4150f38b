import { useQueries } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { useCall } from "../../../api/queries.ts";
import { CheckboxField } from "../../../ui/field.tsx";
import { useBoardData } from "../data/board-data.ts";
import { shownDevices, type TileDevices } from "../model/board.ts";

/** Sensors are suggested from this many of the devices. Devices of a group usually have the same sensors. */
const devicesAsked = 30;
const sensorsMax = 100;
const columnsMax = 12;

/** Chooses the sensors that a table shows, by their slugs. */
export function ColumnsField({
  devices,
  chosen,
  onChange,
}: {
  readonly devices: TileDevices;
  readonly chosen: readonly string[];
  readonly onChange: (sensors: readonly string[]) => void;
}) {
  const { names, isLoading } = useSensorNames(devices);
  const slugs = [...new Set([...chosen, ...names.keys()])];
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">Columns</legend>
      {slugs.length === 0 && (
        <p className="text-sm text-muted">
          {isLoading ? "Loading sensors…" : "These devices have no sensors yet."}
        </p>
      )}
      <div className="grid max-h-56 grid-cols-2 gap-2 overflow-y-auto p-1 max-sm:grid-cols-1">
        {slugs.map((slug) => {
          const isOn = chosen.includes(slug);
          return (
            <CheckboxField
              key={slug}
              label={names.get(slug) ?? slug}
              checked={isOn}
              disabled={!isOn && chosen.length >= columnsMax}
              onChange={() => onChange(isOn ? chosen.filter((one) => one !== slug) : [...chosen, slug])}
            />
          );
        })}
      </div>
    </fieldset>
  );
}

/** The sensors of some of the devices: names by slugs. */
function useSensorNames(devices: TileDevices) {
  const { picked } = useBoardData();
  const shown = shownDevices(devices, picked);
  const query = { limit: devicesAsked, ...(shown?.kind === "group" ? { group: shown.group } : {}) };
  const list = useCall("listDevices", { query }, { enabled: shown !== null && shown.kind !== "devices" });
  const uuids =
    shown?.kind === "devices"
      ? shown.devices.slice(0, devicesAsked)
      : (list.data?.items ?? []).map(({ uuid }) => uuid);
  const results = useQueries({
    queries: uuids.map((device) => {
      const input = { params: { device }, query: { limit: sensorsMax } };
      return {
        queryKey: ["listSensors", input],
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => call("listSensors", { ...input, signal }),
      };
    }),
  });
  const names = new Map<string, string>();
  for (const { data } of results)
    for (const { slug, name } of data?.items ?? []) if (!names.has(slug)) names.set(slug, name);
  return { names, isLoading: list.isFetching || results.some(({ isFetching }) => isFetching) };
}
