import { apiPrefix } from "@weir/protocol/contracts";
import type { ShiftedClock } from "./shifted-clock.ts";
import type { SeededDevice, SeededDevices } from "./world-devices.ts";
import { valueAt } from "./world-values.ts";

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** How the traffic reaches the server, and how to wait until it is processed. */
export interface Road {
  readonly url: string;
  readonly clock: ShiftedClock;
  readonly untilSettled: () => Promise<unknown>;
}

/** Sends the last readings of devices that went silent more than a day ago. */
export async function seedLastWords(road: Road, devices: SeededDevices, nowMs: number): Promise<void> {
  const silent = [...devices.values()]
    .map((device) => ({ device, silentHours: device.plan.silentHours ?? 0 }))
    .filter(({ silentHours }) => silentHours >= 24)
    .sort((a, b) => b.silentHours - a.silentHours);
  for (const { device, silentHours } of silent) {
    road.clock.set(nowMs - silentHours * hourMs);
    await report(road, device, { each: 1, stepMs: minuteMs, nowMs });
  }
}

/** Something unusual at a certain time. */
export interface Incident {
  readonly minutesAgo: number;
  readonly act: (road: Road) => Promise<unknown>;
}

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
  /** How often each device reports. */
  readonly everyMs: number;
  /** How many readings of each sensor a report has. */
  readonly each: number;
  /** The devices take turns in this many parts, so that they do not all report at the same moment. */
  readonly turns: number;
}

/** Sends the last day: reports of all active devices, and incidents in between. The clock ends at the present. */
export async function seedTraffic(
  road: Road,
  devices: SeededDevices,
  incidents: readonly Incident[],
  nowMs: number,
): Promise<void> {
  const ago = (minutes: number) => nowMs - minutes * minuteMs;
  const spans: readonly Span[] = [
    { fromMs: ago(24 * 60), toMs: ago(15), everyMs: 15 * minuteMs, each: 5, turns: 5 },
    { fromMs: ago(15), toMs: ago(0), everyMs: 3 * minuteMs, each: 1, turns: 20 },
  ];
  const coming = incidents.toSorted((a, b) => b.minutesAgo - a.minutesAgo);
  for (const { fromMs, toMs, everyMs, each, turns } of spans) {
    const turnMs = everyMs / turns;
    for (let turn = 0; fromMs + turn * turnMs < toMs; turn++) {
      const atMs = fromMs + turn * turnMs;
      while (coming.length > 0 && ago(coming[0]!.minutesAgo) <= atMs)
        await happen(road, coming.shift()!, nowMs);
      road.clock.set(atMs);
      const heard = [...devices.values()].filter(
        ({ plan: { silentHours }, number }) =>
          number % turns === turn % turns && silentHours !== null && nowMs - atMs > silentHours * hourMs,
      );
      const reporting = { each, stepMs: everyMs / each, nowMs };
      await Promise.all(heard.map((device) => report(road, device, reporting)));
      // Recent traffic is settled every minute, so that counts by the minute are right as far back as people look
      // closely.
      const isClose = nowMs - atMs < 7 * hourMs;
      const turnsToSettle = isClose ? Math.max(1, Math.floor(minuteMs / turnMs)) : turns;
      if (turn % turnsToSettle === 0) await road.untilSettled();
    }
  }
  road.clock.set(Date.now());
}

function happen(road: Road, { minutesAgo, act }: Incident, nowMs: number): Promise<unknown> {
  road.clock.set(nowMs - minutesAgo * minuteMs);
  return act(road);
}

interface Report {
  readonly each: number;
  readonly stepMs: number;
  readonly nowMs: number;
}

async function report(
  { url, clock }: Road,
  device: SeededDevice,
  { each, stepMs, nowMs }: Report,
): Promise<void> {
  const { plan, number } = device;
  const sentMs = clock.nowMs();
  // The clock of this device runs slow by up to half a minute a day, and its requests show it.
  const behindMs = plan.name === "Greenhouse 3" ? (1 - (nowMs - sentMs) / (24 * hourMs)) * 30_000 : 0;
  const times = Array.from({ length: each }, (_, place) => sentMs - behindMs - (each - 1 - place) * stepMs);
  const data = plan.sensors.flatMap((kind) =>
    times.map((timeMs) => ({
      sensor_slug: kind.slug,
      value: story(plan.name, kind.slug, (nowMs - timeMs) / hourMs) ?? valueAt(kind, number, timeMs),
      timestamp: new Date(timeMs).toISOString(),
      ...(kind.slug === "flow" && plan.name !== "Pump 3" ? { calibration: 1.02 } : {}),
    })),
  );
  const body = { data, ...(plan.batteryVolts === null ? {} : { battery_voltage: plan.batteryVolts }) };
  const date = new Date(sentMs - behindMs).toUTCString();
  const answer = await sendReadings(url, device, "/readings", body, behindMs > 0 ? { date } : {});
  if (answer.status !== 202) throw new Error(`${plan.name} was answered ${answer.status}.`);
}

/** The incident of a device in the last day; null if it had none. */
function story(name: string, slug: string, hoursAgo: number): number | null {
  if (name === "Freezer 2" && slug === "temperature" && hoursAgo < 2)
    return Number((-12.5 - hoursAgo).toFixed(1));
  if (name === "Freezer 4" && slug === "temperature" && hoursAgo > 9 && hoursAgo < 11) return -9.4;
  if (name === "Soil probe 4" && slug === "soil" && hoursAgo < 5) return 17.5;
  if (name === "Soil probe 6" && slug === "soil" && hoursAgo < 8) return 18.5;
  if (name === "Cold room 3" && slug === "door") return hoursAgo < 0.5 ? 1 : 0;
  return slug === "door" ? 0 : null;
}

/** Sends a request as a device does. */
export function sendReadings(
  url: string,
  { uuid, token }: Pick<SeededDevice, "uuid" | "token">,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(`${url}${apiPrefix}/devices/${uuid}${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json",
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}
