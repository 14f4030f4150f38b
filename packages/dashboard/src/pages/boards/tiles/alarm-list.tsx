import type { AlarmState, Severity } from "@weir/protocol/closed-sets";
import { severities as looks } from "../../../ui/severity.tsx";
import { BoardLink } from "./board-link.tsx";
import { NameAndAge } from "./name-and-age.tsx";
import { TileNote } from "./tile-note.tsx";

/** What a log says that lists no alarms. */
export const noAlarmsYet = "No alarms yet.";

interface ListedAlarm {
  readonly id: number | string;
  readonly severity: Severity;
  readonly name: string;
  readonly device: { readonly uuid: string; readonly name: string } | null;
  readonly raised_at: string;
  readonly state: AlarmState;
}

/** Alarms, as boards list them. */
export function AlarmList({
  title,
  alarms,
  none = "No active alarms.",
}: {
  readonly title: string;
  readonly alarms: readonly ListedAlarm[];
  /** Shown instead of an empty list. */
  readonly none?: string;
}) {
  if (alarms.length === 0) return <TileNote>{none}</TileNote>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a focus, the keyboard could not scroll it.
    <section className="h-full overflow-y-auto" tabIndex={0} aria-label={title}>
      <ul className="text-sm">
        {alarms.map(({ id, severity, name, device, raised_at, state }) => {
          const { Icon, look, word } = looks[severity];
          return (
            <li key={id} className="flex items-start gap-2 border-b border-line px-3 py-1.5 last:border-b-0">
              <Icon size={15} aria-label={word} className={`mt-0.5 shrink-0 ${look}`} />
              <div className="min-w-0 flex-1">
                <BoardLink
                  to="/alarms/$alarm"
                  params={{ alarm: String(id) }}
                  className="font-medium wrap-anywhere hover:underline"
                >
                  {name}
                </BoardLink>
                <NameAndAge name={device?.name ?? null} at={raised_at}>
                  {state !== "active" && ` · ${state}`}
                </NameAndAge>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
