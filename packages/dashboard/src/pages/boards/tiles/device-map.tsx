import type { Severity } from "@weir/protocol/closed-sets";
import { plural } from "../../../format/number.ts";
import { cx } from "../../../ui/class-names.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { SilentLoading } from "../../../ui/silent-loading.tsx";
import { useSize } from "../../../ui/use-size.ts";
import { useTileData } from "../data/board-data.ts";
import type { BoardDevice } from "../data/tile-queries.ts";
import { mapSquares, squareUrl } from "../model/map-squares.ts";
import { mapView, roundDistance } from "../model/map-view.ts";
import { BoardLink } from "./board-link.tsx";
import { MapDot, MapLegend, signWords } from "./map-dot.tsx";
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
/** Half of the longest name that is shown in full. */
const nearEdgePx = 80;
const scalePx = 96;
/** More names would cover each other. The others appear while they are pointed at. */
const namesMax = 15;

/** The least width of a map: so that one place is not the whole map, or so that its coast is in sight. */
const leastM = 100;
const leastOutlinedM = 400_000;
/** Closer, the outlines of land are not exact enough: they may be 4 km off. */
const outlinedFromMetresPerPx = 250;

const MapOutlines = lazyPart(
  async () => (await import("./map-outlines.tsx")).MapOutlines,
  ({ load, onLoaded }) => <SilentLoading load={load} onLoaded={onLoaded} props={{}} />,
);

/** Where devices are. Behind them are the pictures of the operator's tile server, or else the outlines of land. */
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
  const places = located.map(({ place }) => place);
  const isOnePlace = new Set(places.map(({ latitude, longitude }) => `${latitude} ${longitude}`)).size === 1;
  const view = mapView(places, size, {
    edgePx,
    leastM: isOnePlace && map === null ? leastOutlinedM : leastM,
  });
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
        {size.width > 0 && map === null && metresPerPx >= outlinedFromMetresPerPx && (
          <MapOutlines view={view} size={size} />
        )}
        {size.width > 0 && (
          <ul aria-label="Devices on the map">
            {located.map(({ device: { uuid, name, status, severity }, place }, nth) => (
              <li
                key={uuid}
                className={cx("absolute", severity !== undefined && "z-10")}
                style={{ left: points[nth]!.x, top: points[nth]!.y }}
              >
                <BoardLink
                  to="/devices/$device"
                  params={{ device: uuid }}
                  title={[name, place.label, signWords(status, severity)].filter(Boolean).join(", ")}
                  className="group absolute flex size-6 -translate-1/2 items-center justify-center rounded-full"
                >
                  <MapDot sign={severity ?? status} />
                  <span
                    className={cx(
                      "absolute top-5 max-w-40 truncate rounded-sm bg-surface/85 px-1 text-xs",
                      sideOf(points[nth]!.x, size.width),
                      located.length > namesMax && "sr-only group-hover:not-sr-only group-focus:not-sr-only",
                    )}
                  >
                    {name}
                    <span className="sr-only">{`, ${signWords(status, severity)}`}</span>
                  </span>
                </BoardLink>
              </li>
            ))}
          </ul>
        )}
        {/* Within the map, because below it a longer text could change the height of the map, and so the scale again.
            At the top, because names are below their dots. */}
        <span className="absolute top-1 left-2 inline-flex items-center gap-1.5 rounded-sm bg-surface/85 px-1 text-xs whitespace-nowrap text-muted">
          <span aria-hidden className="h-1.5 border-x border-b border-muted" style={{ width: scale.px }} />
          {scale.text}
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-1.5 text-xs text-muted">
        <MapLegend signs={located.map(({ device: { severity, status } }) => severity ?? status)} />
        {map !== null && map.attribution !== "" && <span className="truncate">{map.attribution}</span>}
        {missing > 0 && <span>{plural(missing, "device has no location", "devices have no location")}</span>}
      </div>
    </div>
  );
}

/** A name begins or ends at its dot where it would leave the map otherwise. */
function sideOf(x: number, width: number): string {
  if (x < nearEdgePx) return "left-0";
  return x > width - nearEdgePx ? "right-0" : "";
}
