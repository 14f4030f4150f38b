import { type Severity, severities, severitiesByGravity } from "@weir/protocol/closed-sets";
import { countText, plural, rateText } from "../../format/number.ts";
import { rateMeaning } from "../../format/rate-meaning.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Figure, FigurePart } from "./figure.tsx";
import type { Counts, DeviceCounts } from "./use-health.ts";
import type { Statistics } from "./use-last-hours.ts";

/** The four most important numbers. */
export function Figures({
  counts,
  day,
  alarms,
}: {
  readonly counts: DeviceCounts;
  readonly day: Statistics | undefined;
  readonly alarms: Counts["alarms"] | undefined;
}) {
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <DevicesFigure counts={counts} />
      <Figure
        label="Readings"
        value={day === undefined ? "–" : rateText(day.readings_per_minute)}
        unit="per minute"
        to="/activity"
      >
        {day !== undefined && (
          <>
            {/* On its own line. Otherwise the next part would move as the seconds gain digits. */}
            <span title={rateMeaning} className="basis-full">
              Average of 5 min
            </span>
            <span>
              Last request <RelativeTime at={day.last_seen} />
            </span>
          </>
        )}
      </Figure>
      <Figure
        label="Not saved"
        value={day === undefined ? "–" : countText(day.totals.ended)}
        tone={day !== undefined && isNothingSaved(day) ? "warn" : "plain"}
        to="/activity"
        search={{ reason: "not_saved" }}
      >
        {day !== undefined && (
          <>
            <span>of {countText(day.totals.accepted)} accepted in 24 h</span>
            {day.totals.dead > 0 && (
              <FigurePart to="/activity" search={{ reason: "failed" }}>
                {countText(day.totals.dead)} failed
              </FigurePart>
            )}
          </>
        )}
      </Figure>
      <AlarmsFigure alarms={alarms} />
    </div>
  );
}

function isNothingSaved({ totals: { accepted, saved, already_stored } }: Statistics): boolean {
  return accepted > 0 && saved + already_stored === 0;
}

function DevicesFigure({ counts }: { readonly counts: DeviceCounts }) {
  const { online, offline, never_seen, disabled } = counts;
  return (
    <Figure
      label="Devices online"
      value={countText(online)}
      unit={`of ${countText(online + offline + never_seen)}`}
      to="/devices"
      search={{ status: "online" }}
    >
      {offline > 0 && (
        <FigurePart to="/devices" search={{ status: "offline" }}>
          {countText(offline)} offline
        </FigurePart>
      )}
      {never_seen > 0 && (
        <FigurePart to="/devices" search={{ status: "never_seen" }}>
          {countText(never_seen)} never connected
        </FigurePart>
      )}
      {disabled > 0 && (
        <FigurePart to="/devices" search={{ status: "disabled" }}>
          {countText(disabled)} disabled
        </FigurePart>
      )}
    </Figure>
  );
}

const pluralSeverities: Readonly<Record<Severity, string>> = {
  critical: "critical",
  warning: "warnings",
  info: "info",
};

function AlarmsFigure({ alarms }: { readonly alarms: Counts["alarms"] | undefined }) {
  const total = alarms === undefined ? 0 : severities.reduce((sum, severity) => sum + alarms[severity], 0);
  return (
    <Figure
      label="Active alarms"
      value={alarms === undefined ? "–" : countText(total)}
      tone={alarms !== undefined && alarms.critical > 0 ? "bad" : "plain"}
      to="/alarms"
    >
      {alarms !== undefined && total === 0 && <span>None</span>}
      {severitiesByGravity.map(
        (severity) =>
          alarms !== undefined &&
          alarms[severity] > 0 && (
            <FigurePart key={severity} to="/alarms" search={{ severity }}>
              {plural(alarms[severity], severity, pluralSeverities[severity])}
            </FigurePart>
          ),
      )}
    </Figure>
  );
}
