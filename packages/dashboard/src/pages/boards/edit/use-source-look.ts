import { useCall } from "../../../api/queries.ts";
import type { SensorLook } from "../../../format/sensor-look.ts";
import { useSensorLooks } from "../../device/sensor-looks.ts";
import { useBoardData } from "../data/board-data.ts";
import { type SourceDraft, sensorsMax } from "./source-field.tsx";

/** How the values of a chosen sensor are shown if the tile says nothing else. */
export function useSourceLook({ device, sensor }: SourceDraft): SensorLook {
  const { picked } = useBoardData();
  const lookOf = useSensorLooks();
  const shown = device === null ? (picked?.kind === "device" ? picked.device : undefined) : device;
  const sensors = useCall(
    "listSensors",
    { params: { device: shown ?? "" }, query: { limit: sensorsMax } },
    { enabled: shown !== undefined },
  ).data?.items;
  const chosen = sensors?.find(({ uuid, slug }) => uuid === sensor || slug === sensor);
  return lookOf(chosen ?? { type: null, unit: null });
}
