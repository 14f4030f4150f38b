import { useCall } from "../../../api/queries.ts";
import { useConnections, withConnection } from "../../devices/use-connections.ts";
import { useDeviceAlarms } from "../../devices/use-device-alarms.ts";
import { useBoardData } from "../data/board-data.ts";
import type { BoardDevice } from "../data/tile-queries.ts";
import { deviceQuery, type ShownDevices, shownDevices, type TileOf } from "../model/board.ts";
import { DeviceMap } from "./device-map.tsx";
import { TileLoading, TileNote } from "./tile-note.tsx";

const devicesMax = 1000;
const refreshMs = 60_000;
/** Where devices are. */
export function MapTile({ tile }: { readonly tile: TileOf<"map"> }) {
  const { picked } = useBoardData();
  const shown = shownDevices(tile.settings.devices, picked);
  const devices = useDevices(shown);
  const connections = useConnections();
  const located = (devices ?? []).filter(({ location }) => location !== null);
  const alarms = useDeviceAlarms(located, { first: 0, last: located.length - 1, isMoving: false });
  if (shown === null) return <TileNote>Choose what to show above.</TileNote>;
  if (devices === null) return <TileLoading />;
  return (
    <DeviceMap
      devices={devices.map((device) => ({
        ...withConnection(device, connections),
        severity: alarms.get(device.uuid)?.severity,
      }))}
    />
  );
}

/** The devices of the tile; null while they are not known. */
function useDevices(shown: ShownDevices | null): readonly BoardDevice[] | null {
  const { listOf } = useBoardData();
  const isListed = shown !== null && shown.kind !== "devices";
  const query = { limit: devicesMax, ...(isListed ? deviceQuery(shown) : {}) };
  const list = useCall("listDevices", { query }, { enabled: isListed, refetchInterval: refreshMs });
  if (shown === null || isListed) return list.data?.items ?? null;
  const named = listOf(shown);
  return typeof named === "string" ? null : named.items;
}
