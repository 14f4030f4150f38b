import { useNavigate, useSearch } from "@tanstack/react-router";
import { readSensors, writeSensors } from "./chart-search.ts";
import { type ChartSensor, chosenSensors, referenceTo, useForeignSensors } from "./use-sensors.ts";

/** The sensors that the link names; without a link, the first few. */
export function useChosenSensors(own: readonly ChartSensor[]) {
  const references = readSensors(useSearch({ strict: false }));
  const foreign = useForeignSensors(references ?? []);
  const navigate = useNavigate();
  const chosen = chosenSensors(own, foreign, references);
  const toggle = (sensor: Pick<ChartSensor, "uuid">) => {
    const known = [...own, ...foreign, sensor as ChartSensor];
    const isShown = chosen.some(({ uuid }) => uuid === sensor.uuid);
    const added = isShown ? [] : known.filter(({ uuid }) => uuid === sensor.uuid).slice(0, 1);
    const next = [...chosen.filter(({ uuid }) => uuid !== sensor.uuid), ...added];
    void navigate({
      ...{ to: ".", replace: true, resetScroll: false },
      search: ((before: Record<string, unknown>) => ({
        ...before,
        sensors: writeSensors(next.map(referenceTo)),
      })) as never,
    });
  };
  // The sensors of other devices are loaded later.
  const areKnown = references === null || references.every(({ device }) => device === null);
  return { chosen, areKnown, toggle };
}
