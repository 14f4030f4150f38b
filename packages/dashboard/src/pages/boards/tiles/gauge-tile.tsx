import { valueText } from "../../../format/number.ts";
import { useTileData } from "../data/board-data.ts";
import type { TileOf } from "../model/board.ts";
import { arcPath, shareOf, zoneAt, zonesOf } from "../model/gauge-scale.ts";
import { BoardLink } from "./board-link.tsx";
import { sourceNote, TileNote } from "./tile-note.tsx";

const radius = 84;
const zoneRadius = 97;

/** The latest value of a sensor on a scale. */
export function GaugeTile({ tile: { settings } }: { readonly tile: TileOf<"gauge"> }) {
  const { resolve } = useTileData();
  const found = resolve(settings.source);
  if (typeof found === "string") return <TileNote>{sourceNote(found)}</TileNote>;
  const { device, sensor, look } = found;
  const { unit, decimals } = look;
  const value = sensor.latest?.value ?? null;
  const withUnit = (text: string) => (unit ? `${text} ${unit}` : text);
  const zones = zonesOf(settings);
  const share = value === null ? 0 : shareOf(value, settings);
  const now = value === null ? "No data" : valueText(value, decimals);
  return (
    <div className="flex h-full min-h-0 flex-col items-center px-3 pb-2">
      <svg
        role="img"
        aria-label={`${value === null ? now : withUnit(now)}, on a scale from ${valueText(settings.min)} to ${withUnit(valueText(settings.max))}`}
        viewBox="-104 -104 208 176"
        className="min-h-0 w-full flex-1"
      >
        <path d={arcPath(0, 1, radius)} fill="none" stroke="var(--line)" strokeWidth={16} />
        {zones.length > 1 &&
          zones.map(({ from, to, colour }) => (
            <path key={from} d={arcPath(from, to, zoneRadius)} fill="none" stroke={colour} strokeWidth={4} />
          ))}
        {share > 0 && (
          <path
            d={arcPath(0, share, radius)}
            fill="none"
            stroke={zoneAt(share, zones).colour}
            strokeWidth={16}
          />
        )}
        <text
          textAnchor="middle"
          y={4}
          fontSize={value === null ? 20 : 36}
          fontWeight={600}
          fill={value === null ? "var(--muted)" : "var(--text)"}
        >
          {now}
        </text>
        {unit !== null && value !== null && (
          <text textAnchor="middle" y={28} fontSize={17} fill="var(--muted)">
            {unit}
          </text>
        )}
        <text textAnchor="middle" x={-72} y={68} fontSize={14} fill="var(--muted)">
          {valueText(settings.min)}
        </text>
        <text textAnchor="middle" x={72} y={68} fontSize={14} fill="var(--muted)">
          {valueText(settings.max)}
        </text>
      </svg>
      <p className="max-w-full truncate text-xs text-muted">
        <BoardLink
          to="/devices/$device/charts"
          params={{ device: device.uuid }}
          search={{ sensors: sensor.slug }}
          className="hover:underline"
        >
          {device.name}
        </BoardLink>
      </p>
    </div>
  );
}
