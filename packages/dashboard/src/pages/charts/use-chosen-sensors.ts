import { useNavigate, useSearch } from "@tanstack/react-router";
import { readLook, writeLook } from "./chart-look.ts";
import { readSensors, type SensorReference, writeSensors } from "./chart-search.ts";
import { withoutSensor } from "./derived/derived-series.ts";
import { type ChartSensor, chosenSensors, isSame, referenceTo, useForeignSensors } from "./use-sensors.ts";

/** The sensors that the link names; without a link, the first few. */
export function useChosenSensors(own: readonly ChartSensor[]) {
  const named = readSensors(useSearch({ strict: false }));
  const foreign = useForeignSensors(named ?? []);
  const navigate = useNavigate();
  const chosen = chosenSensors(own, foreign, named);
  const references = named ?? chosen.map(referenceTo);
  const change = (next: readonly SensorReference[], derivedOf = (before: object) => before) =>
    void navigate({
      ...{ to: ".", replace: true, resetScroll: false },
      search: ((before: Record<string, unknown>) => ({
        ...derivedOf(before),
        sensors: writeSensors(next),
      })) as never,
    });
  const toggle = (sensor: Pick<ChartSensor, "uuid">) => {
    const known = [...own, ...foreign, sensor as ChartSensor].find(({ uuid }) => uuid === sensor.uuid);
    if (known === undefined) return;
    const reference = referenceTo(known);
    const place = references.findIndex((one) => isSame(one, reference));
    if (place < 0) change([...references, reference]);
    else
      change(
        references.filter((_, nth) => nth !== place),
        (before) => withoutDerived(before as Record<string, unknown>, place),
      );
  };
  // The sensors of other devices are loaded later.
  const areKnown = named === null || named.every(({ device }) => device === null);
  return { chosen, references, areKnown, toggle };
}

/** The look without the series that were derived from a removed sensor. */
function withoutDerived(search: Record<string, unknown>, place: number): Record<string, unknown> {
  const look = readLook(search);
  return { ...search, ...writeLook({ ...look, derived: withoutSensor(look.derived, place) }) };
}
