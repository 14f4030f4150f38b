import type { DevicesSearch } from "../../../app/page-search.ts";
import { countText, plural } from "../../../format/number.ts";
import { BoardLink } from "./board-link.tsx";

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

/** How many devices are online, offline and so on. */
export function StatusCounts({
  counts,
  search,
}: {
  readonly counts: Counts;
  /** Finds these devices in the list of devices; null on a shared board. */
  readonly search: DevicesSearch | null;
}) {
  // A disabled device is not expected to be online.
  const expected = counts.online + counts.offline + counts.never_seen;
  const withAlarms = plural(counts.with_alarms ?? 0, "device has alarms", "devices have alarms");
  return (
    <div className="flex h-full min-h-0 flex-col gap-2 overflow-y-auto px-3 pb-2">
      <p>
        <span className="text-2xl font-semibold">{countText(counts.online)}</span>
        <span className="text-muted"> of {plural(expected, "device")} online</span>
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
              {search === null ? (
                `${word} ${countText(counts[key])}`
              ) : (
                <BoardLink to="/devices" search={{ ...search, status: key }} className="hover:underline">
                  {word} {countText(counts[key])}
                </BoardLink>
              )}
            </li>
          ))}
      </ul>
      {counts.with_alarms !== null && counts.with_alarms > 0 && (
        <p className="text-sm text-bad">
          {search === null ? (
            withAlarms
          ) : (
            <BoardLink to="/devices" search={{ ...search, status: "alarms" }} className="hover:underline">
              {withAlarms}
            </BoardLink>
          )}
        </p>
      )}
    </div>
  );
}
