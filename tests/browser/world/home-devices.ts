import type { OwnedAccount } from "./owned-account.ts";
import { sendReadings } from "./world-traffic.ts";

/** Adds a device that sends, also for a sensor that it does not have, one that never has, and one that is disabled. */
export async function addHomeDevices(at: OwnedAccount): Promise<void> {
  const sensors = [{ slug: "temperature" }];
  const sending = await at.owner.do("POST", "./devices", { name: "Sending", sensors });
  await at.owner.do("POST", "./devices", { name: "Waiting", sensors });
  await at.owner.do("POST", "./devices", { name: "Resting", enabled: false });
  for (const slug of ["temperature", "Temp"])
    await sendReadings(at.served.url, sending, "/readings", {
      data: [{ sensor_slug: slug, value: 21.5 }],
    });
  // Waits until their activity is stored.
  await at.owner.do("GET", "./devices?troubled=true");
}
