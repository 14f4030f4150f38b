import type { BoardSpan } from "@weir/protocol/closed-sets";
import type { CallInput } from "../../../api/route-types.ts";
import type { ChartSearch } from "../../../app/page-search.ts";
import { type AxisEnds, type ChartLook, readLook, writeLook } from "../chart-look.ts";
import { type SensorReference, type WantedSpan, writeSensors, writeWantedSpan } from "../chart-search.ts";
import type { Preset } from "../span.ts";

export type ChartDefinition = CallInput<"createChart">["body"]["definition"];

/** What the page shows. */
interface ShownChart {
  /** The device of the page. */
  readonly device: string;
  readonly sensors: readonly SensorReference[];
  readonly wanted: WantedSpan;
  readonly look: ChartLook;
}

/** What is saved of a chart. */
export function definitionOf({ device, sensors, wanted, look }: ShownChart): ChartDefinition {
  return {
    sensors: sensors.map((reference) => ({
      device: reference.device ?? device,
      sensor: reference.slug,
      is_hidden: look.hidden.includes(writeSensors([reference])),
    })),
    range:
      wanted.kind === "last"
        ? { kind: "last", span: wanted.preset === "1y" ? "365d" : wanted.preset }
        : { kind: "fixed", from: instant(wanted.span.fromMs), to: instant(wanted.span.toMs) },
    aggregation: look.aggregation,
    bucket_seconds: look.widthMs === null ? null : look.widthMs / 1000,
    axes: [...look.axes].map(([unit, { min, max }]) => ({ unit, min, max })),
    derived: look.derived.map(({ name, unit, expression, isHidden }) => ({
      name,
      unit,
      expression,
      is_hidden: isHidden,
    })),
    limits: look.hasLimits,
  };
}

/**
 * The parameters of a link to a saved chart on the page of a device, which is its first one unless given. Null is for
 * Charts, which belong to no device.
 */
export function searchOf(
  uuid: string,
  definition: ChartDefinition,
  home: string | null = definition.sensors[0]!.device,
): ChartSearch {
  const { sensors, range, axes = [], derived = [] } = definition;
  const references = sensors.map(
    ({ device, sensor }): SensorReference => ({ device: device === home ? null : device, slug: sensor }),
  );
  const look: ChartLook = {
    ...readLook({}),
    aggregation: definition.aggregation ?? "mean",
    widthMs: definition.bucket_seconds == null ? null : definition.bucket_seconds * 1000,
    axes: new Map(axes.map(({ unit, min, max }): [string, AxisEnds] => [unit, { min, max }])),
    hasLimits: definition.limits ?? true,
    derived: derived.map(({ name, unit = "", expression, is_hidden: isHidden = false }) => ({
      name,
      unit,
      expression,
      isHidden,
    })),
    hidden: references.filter((_, nth) => sensors[nth]!.is_hidden).map((one) => writeSensors([one])),
  };
  return {
    saved: uuid,
    sensors: writeSensors(references),
    ...writeWantedSpan(wantedSpan(range ?? { kind: "last", span: "24h" })),
    ...writeLook(look),
  };
}

function wantedSpan(range: NonNullable<ChartDefinition["range"]>): WantedSpan {
  if (range.kind === "fixed")
    return { kind: "fixed", span: { fromMs: Date.parse(range.from), toMs: Date.parse(range.to) } };
  return { kind: "last", preset: presets[range.span], isLive: true };
}

const presets: Readonly<Record<BoardSpan, Preset>> = {
  "1h": "1h",
  "6h": "6h",
  "24h": "24h",
  "7d": "7d",
  "30d": "30d",
  "365d": "1y",
};

function instant(ms: number): string {
  return new Date(Math.round(ms)).toISOString();
}
