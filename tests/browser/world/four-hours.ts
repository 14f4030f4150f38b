import type { OwnedAccount, OwnedDevice } from "./owned-account.ts";
import { sendReadings } from "./world-traffic.ts";

export const hourMs = 3_600_000;
/** The start of an hour, so that the readings of an hour share a bucket. */
export const startMs = Math.floor(Date.now() / hourMs) * hourMs - 5 * hourMs;
/** Ten readings an hour, for four hours. */
export const readings = Array.from({ length: 40 }, (_, nth) => ({
  value: 20 + (nth % 10) / 2,
  timestamp: new Date(startMs + nth * 360_000).toISOString(),
}));
/** The four hours, for links to charts. */
export const range = `from=${new Date(startMs).toISOString()}&to=${new Date(startMs + 4 * hourMs).toISOString()}`;

/** Adds a device with these temperatures. */
export async function addDeviceOfFourHours(at: OwnedAccount): Promise<OwnedDevice> {
  const device = await at.createDevice(["temperature"]);
  await sendReadings(at.served.url, device, "/sensors/temperature/readings/bulk", { data: readings });
  await at.untilSettled();
  return device;
}
