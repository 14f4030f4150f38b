import { measuredText } from "../../format/value-state.ts";
import { useSensorLooks } from "../device/sensor-looks.ts";
import type { Alarm } from "./alarm-state.tsx";

/** How a value of an alarm is written: by the name of its state, if the type of its sensor has one. */
export function useValueOfAlarm(): (alarm: Pick<Alarm, "sensor">, value: number) => string {
  const lookOf = useSensorLooks();
  return ({ sensor }, value) =>
    measuredText(value, { states: lookOf({ type: sensor?.type ?? null, unit: null }).states });
}
