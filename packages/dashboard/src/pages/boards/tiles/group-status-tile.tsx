import { useLive } from "../../../api/live.ts";
import { useCall } from "../../../api/queries.ts";
import { usePacedRefresh } from "../../../api/use-paced-refresh.ts";
import { useBoardData } from "../data/board-data.ts";
import { shownDevices, type TileOf } from "../model/board.ts";
import { type Counts, StatusCounts } from "./status-counts.tsx";
import { TileNote } from "./tile-note.tsx";

/** The shortest time between two counts. */
const countEveryMs = 5000;
const refreshMs = 30_000;

/** How many devices are online, offline and so on. */
export function GroupStatusTile({ tile }: { readonly tile: TileOf<"group_status"> }) {
  const { picked, deviceOf } = useBoardData();
  const shown = shownDevices(tile.settings.devices, picked);
  const isCounted = shown !== null && shown.kind !== "devices";
  const group = shown?.kind === "group" ? { group: shown.group } : {};
  const counted = useCall(
    "countDevices",
    { query: group },
    { enabled: isCounted, refetchInterval: refreshMs },
  );
  const recount = usePacedRefresh(["countDevices"], countEveryMs);
  useLive("device", () => {
    if (isCounted) recount();
  });
  if (shown === null) return <TileNote>Choose what to show above.</TileNote>;
  const counts: Counts | undefined =
    shown.kind === "devices" ? countOf(shown.devices.map(deviceOf)) : counted.data;
  if (counts === undefined)
    return <TileNote>{counted.isError ? "Couldn’t load this." : "Loading…"}</TileNote>;
  return <StatusCounts counts={counts} search={shown.kind === "devices" ? null : group} />;
}

type Known = Exclude<ReturnType<ReturnType<typeof useBoardData>["deviceOf"]>, string>;

function countOf(devices: readonly (Known | string)[]): Counts | undefined {
  if (devices.includes("loading")) return undefined;
  const known = devices.filter((device): device is Known => typeof device !== "string");
  const count = (is: (device: Known) => boolean) => known.filter(is).length;
  return {
    online: count(({ enabled, status }) => enabled && status === "online"),
    offline: count(({ enabled, status }) => enabled && status === "offline"),
    never_seen: count(({ enabled, status }) => enabled && status === "never_seen"),
    disabled: count(({ enabled }) => !enabled),
    with_alarms: null,
  };
}
