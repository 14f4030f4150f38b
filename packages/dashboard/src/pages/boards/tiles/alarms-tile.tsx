import { Link } from "@tanstack/react-router";
import { severities as allSeverities } from "@weir/protocol/closed-sets";
import { useCall } from "../../../api/queries.ts";
import { useRefreshOnAlarm } from "../../../api/use-refresh-on-alarm.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { severities as looks } from "../../../ui/severity.tsx";
import type { TileOf } from "../model/board.ts";
import { TileNote } from "./tile-note.tsx";

const askedMax = 100;

/** The active alarms of some severities, the newest first. */
export function AlarmsTile({
  tile: { settings },
  title,
}: {
  readonly tile: TileOf<"alarms">;
  readonly title: string;
}) {
  const { severities, max } = settings;
  const [only] = severities;
  const areAll = severities.length === allSeverities.length;
  useRefreshOnAlarm(["listAlarms"]);
  const result = useCall("listAlarms", {
    query: {
      state: "active",
      // One or all severities can be asked for. Of two, one may be left out here.
      ...(severities.length === 1 && only !== undefined ? { severity: only } : {}),
      limit: areAll || severities.length === 1 ? max : askedMax,
    },
  });
  return (
    <Loaded result={result}>
      {({ items }) => {
        const shown = items.filter(({ severity }) => severities.includes(severity)).slice(0, max);
        if (shown.length === 0) return <TileNote>No active alarms.</TileNote>;
        return (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: without a focus, the keyboard could not scroll it.
          <section className="h-full overflow-y-auto" tabIndex={0} aria-label={title}>
            <ul className="text-sm">
              {shown.map(({ id, severity, name, device, raised_at, state }) => {
                const { Icon, look, word } = looks[severity];
                return (
                  <li
                    key={id}
                    className="flex items-start gap-2 border-b border-line px-3 py-1.5 last:border-b-0"
                  >
                    <Icon size={15} aria-label={word} className={`mt-0.5 shrink-0 ${look}`} />
                    <div className="min-w-0 flex-1">
                      <Link
                        to="/alarms"
                        search={(device === null ? {} : { device: device.uuid }) as never}
                        className="font-medium wrap-anywhere hover:underline"
                      >
                        {name}
                      </Link>
                      <p className="truncate text-xs text-muted">
                        {device !== null && `${device.name} · `}
                        <RelativeTime at={raised_at} />
                        {state === "acknowledged" && " · acknowledged"}
                      </p>
                    </div>
                  </li>
                );
              })}
            </ul>
          </section>
        );
      }}
    </Loaded>
  );
}
