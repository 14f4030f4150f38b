import { useNavigate, useSearch } from "@tanstack/react-router";
import { readLook, writeLook } from "./chart-look.ts";
import { readSensors, type SensorReference, writeSensors } from "./chart-search.ts";
import { type ChartSensor, chosenSensors, isNamed, referenceTo } from "./chart-sensor.ts";
import { withoutSensor } from "./derived/derived-series.ts";
import { missingSensors } from "./missing-sensors.ts";
import { useForeignDevices } from "./use-sensors.ts";

/** The sensors that the link names; without a link, the first few. */
export function useChosenSensors(own: readonly ChartSensor[]) {
  const named = readSensors(useSearch({ strict: false }));
  const devices = useForeignDevices(named ?? []);
  const foreign = [...devices.values()].flatMap((device) => device?.sensors ?? []);
  const navigate = useNavigate();
  const chosen = chosenSensors(own, foreign, named);
  const references = named ?? chosen.map(referenceTo);
  const change = (next: readonly SensorReference[], derivedOf = (before: object) => before) =>
    void navigate({
      to: ".",
      replace: true,
      resetScroll: false,
      search: (before: object) => ({ ...derivedOf(before), sensors: writeSensors(next) }),
    });
  const remove = (places: readonly number[]) =>
    change(
      references.filter((_, nth) => !places.includes(nth)),
      (before) => withoutDerived(before as Record<string, unknown>, places),
    );
  const toggle = (sensor: Pick<ChartSensor, "uuid">) => {
    const known = [...own, ...foreign, sensor as ChartSensor].find(({ uuid }) => uuid === sensor.uuid);
    if (known === undefined) return;
    const place = references.findIndex((one) => isNamed(known, one));
    if (place < 0) change([...references, referenceTo(known)]);
    else remove([place]);
  };
  // The sensors of other devices are loaded later.
  const areKnown = named === null || named.every(({ device }) => device === null);
  const missing = missingSensors(references, own, devices);
  return { chosen, references, missing, areKnown, toggle, remove };
}

/** The look without the series that were derived from removed sensors. */
function withoutDerived(search: Record<string, unknown>, places: readonly number[]): Record<string, unknown> {
  const look = readLook(search);
  // From the last one on, so that the places of the others stay the same.
  const derived = places.toSorted((one, other) => other - one).reduce(withoutSensor, look.derived);
  return { ...search, ...writeLook({ ...look, derived }) };
}
