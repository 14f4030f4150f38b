import { useEffect, useRef } from "react";
import { useCall } from "../../../api/queries.ts";
import { numberText } from "../../../format/number-text.ts";
import { useBoardData } from "../data/board-data.ts";
import { type SourceDraft, sensorsMax } from "./source-field.tsx";
import { emptyFields, type TileFields } from "./tile-draft.ts";

const staleMs = 300_000;

/**
 * Gives a gauge the usual range of its sensor's type when the sensor is chosen, as long as the scale is one that nobody has
 * typed.
 */
export function useGaugeScale(fields: TileFields, set: (change: Partial<TileFields>) => void): void {
  const [source] = fields.sources;
  const range = useUsualRange(source!);
  const first = useRef(source);
  const proposed = useRef(scaleOf(emptyFields(null)));
  const { min, max } = range ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: a scale is proposed only with another sensor.
  useEffect(() => {
    if (range === null || isSame(first.current, source)) return;
    const isUntouched = fields.min === proposed.current.min && fields.max === proposed.current.max;
    if (!isUntouched) return;
    proposed.current = range;
    set(range);
  }, [source?.device, source?.sensor, min, max]);
}

function scaleOf({ min, max }: Pick<TileFields, "min" | "max">) {
  return { min, max };
}

function isSame(one: SourceDraft | undefined, other: SourceDraft | undefined): boolean {
  return one?.device === other?.device && one?.sensor === other?.sensor;
}

/** The range of the type of a chosen sensor; null if there is none with both ends. */
function useUsualRange({ device, sensor }: SourceDraft): Pick<TileFields, "min" | "max"> | null {
  const { picked } = useBoardData();
  const shown = device === null ? (picked?.kind === "device" ? picked.device : undefined) : device;
  const query = { limit: sensorsMax };
  const sensors = useCall(
    "listSensors",
    { params: { device: shown ?? "" }, query },
    { enabled: shown !== undefined },
  ).data?.items;
  const types = useCall("listSensorTypes", {}, { staleTime: staleMs }).data?.items;
  const chosen = sensors?.find(({ uuid, slug }) => uuid === sensor || slug === sensor);
  const type = types?.find(({ name }) => name === chosen?.type);
  if (type?.min == null || type.max == null) return null;
  return { min: numberText(type.min), max: numberText(type.max) };
}
