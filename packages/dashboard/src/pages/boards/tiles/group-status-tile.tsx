import { Link } from "@tanstack/react-router";
import { useLive } from "../../../api/live.ts";
import { useCall } from "../../../api/queries.ts";
import { usePacedRefresh } from "../../../api/use-paced-refresh.ts";
import { countText, plural } from "../../../format/number.ts";
import { useBoardData } from "../data/board-data.ts";
import { shownDevices, type TileOf } from "../model/board.ts";
import { TileNote } from "./tile-note.tsx";

interface Counts {
  readonly online: number;
  readonly offline: number;
  readonly never_seen: number;
  readonly disabled: number;
  readonly with_alarms: number | null;
}

const states = [
  { key: "online", word: "Online", colour: "var(--ok)" },
  { key: "offline", word: "Offline", colour: "var(--warn)" },
  { key: "never_seen", word: "Never connected", colour: "var(--faint)" },
  { key: "disabled", word: "Disabled", colour: "var(--line-strong)" },
] as const;

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
  const total = states.reduce((sum, { key }) => sum + counts[key], 0);
  return (
    <div className="flex h-full min-h-0 flex-col gap-2 overflow-y-auto px-3 pb-2">
      <p>
        <span className="text-2xl font-semibold">{countText(counts.online)}</span>
        <span className="text-muted"> of {plural(total, "device")} online</span>
      </p>
      <div aria-hidden className="flex h-2 shrink-0 overflow-hidden rounded-full bg-sunken">
        {states.map(({ key, colour }) => (
          <div key={key} style={{ flexGrow: counts[key], background: colour }} />
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {states
          .filter(({ key }) => counts[key] > 0)
          .map(({ key, word, colour }) => (
            <li key={key} className="flex items-center gap-1.5 whitespace-nowrap">
              <span aria-hidden className="size-2 rounded-full" style={{ background: colour }} />
              {shown.kind === "devices" ? (
                `${word} ${countText(counts[key])}`
              ) : (
                <Link to="/devices" search={{ ...group, status: key } as never} className="hover:underline">
                  {word} {countText(counts[key])}
                </Link>
              )}
            </li>
          ))}
      </ul>
      {counts.with_alarms !== null && counts.with_alarms > 0 && (
        <p className="text-sm text-bad">
          <Link to="/devices" search={{ ...group, status: "alarms" } as never} className="hover:underline">
            {plural(counts.with_alarms, "device has alarms", "devices have alarms")}
          </Link>
        </p>
      )}
    </div>
  );
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
