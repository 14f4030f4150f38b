import { call } from "../../../api/client.ts";
import type { Keep } from "../../retention/keep-field.tsx";

const pageSensors = 1000;

/** How long sensors say that their readings are kept, by UUID. */
export type KeptReadings = ReadonlyMap<string, Keep>;

/** Sets it for all sensors of a device, and tells what they said before. */
export async function keepAll(device: string, keep: Keep): Promise<KeptReadings> {
  const before = new Map<string, Keep>();
  let cursor: string | undefined;
  do {
    const page = await call("listSensors", { params: { device }, query: { limit: pageSensors, cursor } });
    for (const { uuid } of page.items) {
      const params = { device, sensor: uuid };
      before.set(uuid, (await call("showSensorRetention", { params })).own);
      await call("setSensorRetention", { params, body: { days: keep } });
    }
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return before;
}

/** One after the other: a device with thousands of sensors should not flood the server. */
export async function keepEach(device: string, kept: KeptReadings): Promise<void> {
  for (const [sensor, days] of kept)
    await call("setSensorRetention", { params: { device, sensor }, body: { days } });
}
