import { useLive } from "../../../api/live.ts";
import { useCall } from "../../../api/queries.ts";
import { usePacedRefresh } from "../../../api/use-paced-refresh.ts";
import { useBoardData } from "../data/board-data.ts";
import { deviceQuery, shownDevices, type TileOf } from "../model/board.ts";
import { StatusCounts } from "./status-counts.tsx";
import { TileLoading, TileNote } from "./tile-note.tsx";

/** The shortest time between two counts. */
const countEveryMs = 5000;
const refreshMs = 30_000;

/** How many devices are online, offline and so on. */
export function GroupStatusTile({ tile }: { readonly tile: TileOf<"group_status"> }) {
  const { picked } = useBoardData();
  const shown = shownDevices(tile.settings.devices, picked);
  const counted = useCall(
    "countDevices",
    // All devices are asked for as on Home, so that both share the answer.
    shown === null || shown.kind === "all" ? {} : { query: deviceQuery(shown) },
    { enabled: shown !== null, refetchInterval: refreshMs },
  );
  const recount = usePacedRefresh(["countDevices"], countEveryMs);
  useLive("device", recount);
  if (shown === null) return <TileNote>Choose what to show above.</TileNote>;
  if (counted.data === undefined)
    return counted.isError ? <TileNote>Couldn’t load this.</TileNote> : <TileLoading />;
  return <StatusCounts counts={counted.data} search={deviceQuery(shown)} />;
}
