import { Link } from "@tanstack/react-router";
import { useCall } from "../../../api/queries.ts";
import { plural } from "../../../format/number.ts";
import { cx } from "../../../ui/class-names.ts";
import { useSize } from "../../../ui/use-size.ts";
import { useBoardData } from "../data/board-data.ts";
import type { BoardDevice } from "../data/use-board-devices.ts";
import { type ShownDevices, shownDevices, type TileOf } from "../model/board.ts";
import { mapView, roundDistance } from "../model/map-view.ts";
import { TileNote } from "./tile-note.tsx";

const devicesMax = 1000;
const refreshMs = 60_000;
/** Room for half of a name at the edges. */
const edgePx = 32;
const scalePx = 96;
/** More names would cover each other. The others appear while they are pointed at. */
const namesMax = 15;

const dots = { online: "bg-ok", offline: "bg-warn", never_seen: "bg-faint" };
const words = { online: "online", offline: "offline", never_seen: "never connected" };

/** Where devices are, drawn without a background, because no map is loaded from elsewhere. */
export function MapTile({ tile }: { readonly tile: TileOf<"map"> }) {
  const { picked } = useBoardData();
  const shown = shownDevices(tile.settings.devices, picked);
  const devices = useDevices(shown);
  if (shown === null) return <TileNote>Choose what to show above.</TileNote>;
  if (devices === null) return <TileNote>Loading…</TileNote>;
  if (devices.every(({ location }) => location === null)) {
    return <TileNote>None of these devices has a location. Set it in the settings of a device.</TileNote>;
  }
  return <DrawnMap devices={devices} />;
}

function DrawnMap({ devices }: { readonly devices: readonly BoardDevice[] }) {
  const [ref, size] = useSize<HTMLDivElement>();
  const located = devices.flatMap((device) =>
    device.location === null ? [] : [{ device, place: device.location }],
  );
  const missing = devices.length - located.length;
  const { points, metresPerPx } = mapView(
    located.map(({ place }) => place),
    size,
    edgePx,
  );
  const scale = roundDistance(metresPerPx, scalePx);
  return (
    <div className="flex h-full flex-col">
      <div ref={ref} className="relative min-h-0 flex-1 overflow-hidden bg-sunken">
        {size.width > 0 && (
          <ul aria-label="Devices on the map">
            {located.map(({ device: { uuid, name, status }, place }, nth) => (
              <li key={uuid} className="absolute" style={{ left: points[nth]!.x, top: points[nth]!.y }}>
                <Link
                  to={`/devices/${uuid}`}
                  title={[name, place.label, words[status]].filter(Boolean).join(", ")}
                  className="group absolute flex size-6 -translate-1/2 items-center justify-center rounded-full"
                >
                  <span aria-hidden className={cx("size-3 rounded-full ring-2 ring-surface", dots[status])} />
                  <span
                    className={cx(
                      "absolute top-5 rounded-sm bg-surface/85 px-1 text-xs whitespace-nowrap",
                      located.length > namesMax && "sr-only group-hover:not-sr-only group-focus:not-sr-only",
                    )}
                  >
                    {name}
                    <span className="sr-only">, {words[status]}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="flex items-center justify-between gap-3 px-3 py-1.5 text-xs text-muted">
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden className="h-1.5 border-x border-b border-muted" style={{ width: scale.px }} />
          {scale.text}
        </span>
        {missing > 0 && <span>{plural(missing, "device has no location", "devices have no location")}</span>}
      </div>
    </div>
  );
}

/** The devices of the tile; null while they are not known. */
function useDevices(shown: ShownDevices | null): readonly BoardDevice[] | null {
  const { deviceOf } = useBoardData();
  const query = { limit: devicesMax, ...(shown?.kind === "group" ? { group: shown.group } : {}) };
  const isListed = shown !== null && shown.kind !== "devices";
  const list = useCall("listDevices", { query }, { enabled: isListed, refetchInterval: refreshMs });
  if (shown === null || isListed) return list.data?.items ?? null;
  const found = shown.devices.map(deviceOf);
  return found.includes("loading") ? null : found.filter((device) => typeof device !== "string");
}
