import type { ThresholdStatus } from "@weir/protocol/threshold-statuses";
import { valueText } from "../../../format/number.ts";
import { measuredText, stateName } from "../../../format/value-state.ts";
import { sensorCharts } from "../../../ui/sensor-charts.ts";
import { useTileData } from "../data/board-data.ts";
import type { TileOf } from "../model/board.ts";
import { arcPath, shareOf, zonesOf } from "../model/gauge-scale.ts";
import { scaleEnds, tileLook } from "../model/tile-look.ts";
import { statusOf, statusSteps } from "../model/value-status.ts";
import { BoardLink } from "./board-link.tsx";
import { SourceNote } from "./tile-note.tsx";
import { statusLooks, ValueStatus } from "./value-status.tsx";

const radius = 84;
const zoneRadius = 97;

/** The latest value of a sensor on a scale. */
export function GaugeTile({ tile: { settings } }: { readonly tile: TileOf<"gauge"> }) {
  const { resolve } = useTileData();
  const found = resolve(settings.source);
  if (typeof found === "string") return <SourceNote lookup={found} />;
  const { device, sensor } = found;
  const look = tileLook(settings, found.look);
  const value = sensor.latest?.value ?? null;
  const isState = value !== null && stateName(look.states, value) !== undefined;
  const { unit } = look;
  const withUnit = (text: string) => (unit ? `${text} ${unit}` : text);
  const scale = scaleEnds(look);
  const steps = statusSteps(settings.thresholds);
  const zones = zonesOf(scale, steps);
  const share = value === null ? 0 : shareOf(value, scale);
  const status = value === null ? null : statusOf(value, steps);
  const now = value === null ? "No data" : measuredText(value, look);
  const read = value === null || isState ? now : withUnit(now);
  const said = status === null ? read : `${read}, ${statusLooks[status].word}`;
  return (
    <div className="flex h-full min-h-0 flex-col items-center px-3 pb-2">
      <svg
        role="img"
        aria-label={`${said}, on a scale from ${valueText(scale.min)} to ${withUnit(valueText(scale.max))}`}
        viewBox="-104 -104 208 176"
        className="min-h-0 w-full flex-1"
      >
        <path d={arcPath(0, 1, radius)} fill="none" stroke="var(--line)" strokeWidth={16} />
        {zones.length > 1 &&
          zones.map((zone) => (
            <path
              key={zone.from}
              d={arcPath(zone.from, zone.to, zoneRadius)}
              fill="none"
              stroke={colourOf(zone.status, "var(--line-strong)")}
              strokeWidth={4}
            />
          ))}
        {share > 0 && (
          <path
            d={arcPath(0, share, radius)}
            fill="none"
            stroke={colourOf(status, "var(--accent)")}
            strokeWidth={16}
          />
        )}
        <text
          textAnchor="middle"
          y={4}
          fontSize={fontSizeFor(now)}
          fontWeight={600}
          fill={value === null ? "var(--muted)" : "var(--text)"}
        >
          {now}
        </text>
        {unit !== null && value !== null && !isState && (
          <text textAnchor="middle" y={28} fontSize={17} fill="var(--muted)">
            {unit}
          </text>
        )}
        <text textAnchor="middle" x={-72} y={68} fontSize={14} fill="var(--muted)">
          {valueText(scale.min)}
        </text>
        <text textAnchor="middle" x={72} y={68} fontSize={14} fill="var(--muted)">
          {valueText(scale.max)}
        </text>
      </svg>
      <p className="flex max-w-full items-center gap-2 text-xs text-muted">
        {status !== null && <ValueStatus status={status} />}
        <BoardLink {...sensorCharts(device.uuid, sensor.slug)} className="truncate hover:underline">
          {device.name}
        </BoardLink>
      </p>
    </div>
  );
}

function colourOf(status: ThresholdStatus | null, otherwise: string): string {
  return status === null ? otherwise : `var(${statusLooks[status].colour})`;
}

/** Long numbers and names of states fit into the arc. */
function fontSizeFor(text: string): number {
  return Math.min(36, Math.round(230 / text.length));
}
