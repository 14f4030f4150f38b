import type { OwnedAccount, OwnedDevice } from "./owned-account.ts";
import { sendReadings } from "./world-traffic.ts";

export const minuteMs = 60_000;

const measured: Readonly<Record<string, readonly number[]>> = {
  pressure: [101.334, 101.347, 101.325],
  counter: [1_234_567, 1_234_580, 1_234_599],
  huge: [1.5e300, 1.5e300],
  tiny: [1e-9, 1e-9],
  door: [0, 1, 0],
};

/** Adds a device with a sensor for each kind of value, whose first readings are ten minutes older than this. */
export async function addDeviceOfManyKinds(at: OwnedAccount, startMs: number): Promise<OwnedDevice> {
  const device = await at.createDevice(Object.keys(measured));
  for (const [slug, values] of Object.entries(measured)) {
    const data = values.map((value, place) => ({
      value,
      timestamp: new Date(startMs - (10 - place) * minuteMs).toISOString(),
    }));
    await sendReadings(at.served.url, device, `/sensors/${slug}/readings/bulk`, { data });
  }
  await at.untilSettled();
  return device;
}

/** Adds a device with a temperature for each of the last 50 minutes. */
export async function addDeviceOfFiftyMinutes(at: OwnedAccount): Promise<OwnedDevice> {
  const device = await at.createDevice(["temperature"]);
  const data = Array.from({ length: 50 }, (_, place) => ({
    value: 20 + (place % 7) / 2,
    timestamp: new Date(Date.now() - (50 - place) * minuteMs).toISOString(),
  }));
  await sendReadings(at.served.url, device, "/sensors/temperature/readings/bulk", { data });
  await at.untilSettled();
  return device;
}
