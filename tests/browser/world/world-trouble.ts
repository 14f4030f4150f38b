import type { SeededDevice, SeededDevices } from "./world-devices.ts";
import { deviceOfQuarantine } from "./world-plan.ts";
import { type Incident, type Road, sendReadings } from "./world-traffic.ts";

const minuteMs = 60_000;

/**
 * Sends requests with problems, starting 40 minutes ago. `onMisnamed` gets the ids of those that name an unknown
 * sensor.
 */
export function troubles(devices: SeededDevices, onMisnamed: (request: string) => void): readonly Incident[] {
  const device = (name: string) => devices.get(name)!;
  const misnaming = [40, 30, 20].map((minutesAgo) => ({
    minutesAgo,
    act: async (road: Road) => {
      const answer = await misname(road, device(deviceOfQuarantine));
      onMisnamed(answer.headers.get("x-request-id")!);
    },
  }));
  return [
    ...misnaming,
    { minutesAgo: 18, act: (road) => sendFromTheFuture(road, device("Greenhouse 11")) },
    { minutesAgo: 12, act: (road) => sendNonsense(road, device("Greenhouse 1")) },
    { minutesAgo: 7, act: (road) => repeat(road, device("Greenhouse 2")) },
  ];
}

function sendFromTheFuture({ url, clock }: Road, device: SeededDevice): Promise<Response> {
  return sendReadings(url, device, "/sensors/humidity/readings/bulk", {
    data: [{ value: 61, timestamp: clock.iso(90 * minuteMs) }, { value: 60 }, { value: null }],
  });
}

async function repeat({ url, clock }: Road, device: SeededDevice): Promise<void> {
  const body = { data: { value: 19.75, timestamp: clock.iso() } };
  for (let times = 0; times < 2; times++)
    await sendReadings(url, device, "/sensors/temperature/readings", body);
}

function misname({ url, clock }: Road, device: SeededDevice): Promise<Response> {
  const timestamp = clock.iso();
  return sendReadings(url, device, "/readings", {
    data: [
      { sensor_slug: "co2", value: 655, timestamp },
      { sensor_slug: "Temp", value: 22.4, timestamp },
      { sensor_slug: "humidity", value: 48, timestamp },
    ],
  });
}

/** Sends an incomplete body, text instead of a number, and a wrong token. */
async function sendNonsense({ url }: Road, device: SeededDevice): Promise<void> {
  const path = "/sensors/temperature/readings";
  await sendReadings(url, device, path, '{"data": {"value": 21.');
  await sendReadings(url, device, path, { data: { value: "warm" } });
  const stranger = { ...device, token: `${device.token.slice(0, -4)}AAAA` };
  await sendReadings(url, stranger, path, { data: { value: 20 } });
}
