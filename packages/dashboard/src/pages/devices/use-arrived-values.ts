import type { LiveValue } from "@weir/protocol/manage/live-events";
import { useState } from "react";
import { useLive } from "../../api/live.ts";
import { useCall } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";

type Sensor = CallAnswer<"listSensors">["items"][number];

const shownMax = 3;
const sensorsAsked = 100;

/** The values of a device that were saved while somebody watches, the newest first, and the device's sensors. */
export function useArrivedValues(device: string, onArrived: () => void = () => undefined) {
  const [values, setValues] = useState<readonly LiveValue[]>([]);
  const sensors = useCall("listSensors", { params: { device }, query: { limit: sensorsAsked } });
  const add = (arrived: readonly LiveValue[]) => {
    if (arrived.length === 0) return;
    setValues((before) => {
      const unseen = arrived.filter((value) => !before.some((known) => isSame(known, value)));
      return [...unseen, ...before].slice(0, shownMax);
    });
    onArrived();
  };
  useLive("value", (value) => {
    if (value.device === device) add([value]);
  });
  // Events were missed, or there is no stream. Values that changed in the list arrived meanwhile.
  useLive("reset", async () => {
    const { data: known } = sensors;
    const { data: listed } = await sensors.refetch({ cancelRefetch: false });
    if (known !== undefined && listed !== undefined) add(newValues(device, known.items, listed.items));
  });
  return { values, sensors: sensors.data?.items ?? [] };
}

function newValues(device: string, known: readonly Sensor[], listed: readonly Sensor[]): LiveValue[] {
  const before = new Map(known.map(({ uuid, latest }) => [uuid, latest]));
  return listed.flatMap(({ uuid: sensor, slug, latest }) => {
    const isNew = latest !== null && latest.at !== before.get(sensor)?.at;
    return isNew ? [{ device, sensor, slug, at: latest.at, value: latest.value }] : [];
  });
}

function isSame(one: LiveValue, other: LiveValue): boolean {
  return one.sensor === other.sensor && one.at === other.at;
}
