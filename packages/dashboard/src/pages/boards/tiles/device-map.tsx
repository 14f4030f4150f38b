import type { Severity } from "@weir/protocol/closed-sets";
import { plural } from "../../../format/number.ts";
import { cx } from "../../../ui/class-names.ts";
import { useSize } from "../../../ui/use-size.ts";
import { useTileData } from "../data/board-data.ts";
import type { BoardDevice } from "../data/use-board-devices.ts";
import { mapSquares, squareUrl } from "../model/map-squares.ts";
import { mapView, roundDistance } from "../model/map-view.ts";
import { BoardLink } from "./board-link.tsx";
import { TileNote } from "./tile-note.tsx";

interface MappedDevice extends Pick<BoardDevice, "uuid" | "name" | "status"> {
  readonly location: {
    readonly latitude: number;
    readonly longitude: number;
    readonly label?: string;
  } | null;
  /** Of its most severe active alarm. Share links do not show it. */
  readonly severity?: Severity | undefined;
}

/** Room for half of a name at the edges. */
const edgePx = 32;
const scalePx = 96;
/** More names would cover each other. The others appear while they are pointed at. */
const namesMax = 15;

/** A dot is full if its device is online or has an alarm. */
const dots = {
  online: "bg-ok",
  offline: "border-2 border-warn bg-surface",
  never_seen: "border-2 border-faint bg-surface",
};
const alarmDots: Readonly<Record<Severity, string>> = {
  critical: "bg-bad",
  warning: "bg-warn",
  info: "bg-info",
};
const words = { online: "online", offline: "offline", never_seen: "never connected" };

/** Where devices are. There is a background only if the operator has configured a tile server. */
export function DeviceMap({ devices }: { readonly devices: readonly MappedDevice[] }) {
  const { isShared } = useTileData();
  if (devices.every(({ location }) => location === null)) {
    const advice = isShared ? "" : " Set one in a device’s settings.";
    return <TileNote>None of these devices has a location.{advice}</TileNote>;
  }
  return <DrawnMap devices={devices} />;
}

function DrawnMap({ devices }: { readonly devices: readonly MappedDevice[] }) {
  const [ref, size] = useSize<HTMLDivElement>();
  const located = devices.flatMap((device) =>
    device.location === null ? [] : [{ device, place: device.location }],
  );
  const missing = devices.length - located.length;
  const { map } = useTileData();
  const view = mapView(
    located.map(({ place }) => place),
    size,
    edgePx,
  );
  const { points, metresPerPx } = view;
  const scale = roundDistance(metresPerPx, scalePx);
  return (
    <div className="flex h-full flex-col">
      <div ref={ref} className="relative min-h-0 flex-1 overflow-hidden bg-sunken">
        {size.width > 0 &&
          map !== null &&
          mapSquares(view, size).map((square) => (
            <img
              key={square.key}
              src={squareUrl(map.tiles, square)}
              alt=""
              className="pointer-events-none absolute max-w-none select-none"
              style={{ left: square.left, top: square.top, width: square.sizePx, height: square.sizePx }}
            />
          ))}
        {size.width > 0 && (
          <ul aria-label="Devices on the map">
            {located.map(({ device: { uuid, name, status, severity }, place }, nth) => (
              <li key={uuid} className="absolute" style={{ left: points[nth]!.x, top: points[nth]!.y }}>
                <BoardLink
                  to="/devices/$device"
                  params={{ device: uuid }}
                  title={[name, place.label, words[status], alarmText(severity)].filter(Boolean).join(", ")}
                  className="group absolute flex size-6 -translate-1/2 items-center justify-center rounded-full"
                >
                  <span
                    aria-hidden
                    data-severity={severity}
                    className={cx(
                      "size-3 rounded-full ring-2 ring-surface",
                      severity === undefined ? dots[status] : alarmDots[severity],
                    )}
                  />
                  <span
                    className={cx(
                      "absolute top-5 rounded-sm bg-surface/85 px-1 text-xs whitespace-nowrap",
                      located.length > namesMax && "sr-only group-hover:not-sr-only group-focus:not-sr-only",
                    )}
                  >
                    {name}
                    <span className="sr-only">
                      {`, ${words[status]}${severity === undefined ? "" : `, ${alarmText(severity)}`}`}
                    </span>
                  </span>
                </BoardLink>
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
        {map !== null && map.attribution !== "" && <span className="truncate">{map.attribution}</span>}
        {missing > 0 && <span>{plural(missing, "device has no location", "devices have no location")}</span>}
      </div>
    </div>
  );
}

function alarmText(severity: Severity | undefined): string | undefined {
  return severity && `${severity} alarm`;
}
