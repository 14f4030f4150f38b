import { apiPrefix } from "@weir/protocol/contracts";
import type { DeviceRequest } from "../../bus/device-request.ts";
import { noise } from "./sample-curves.ts";
import type { SampleDevice, SampleSensor } from "./sample-device.ts";
import { historyStepMs } from "./sample-readings.ts";

/** A span of time: after `fromMs`, up to and including `toMs`. */
interface SendingSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A longer span is one in which the server was not running or the sample was paused. */
const missedAboveMs = 180_000;
/** Devices keep no more than this for such a time. */
const keptMs = 86_400_000;
const minuteMs = 60_000;
/** The share of requests that are sent twice by a device that does so. */
const repeatedShare = 0.1;

/**
 * The requests that a device sends within a span of time. After a long one it first sends what it kept meanwhile, as a device
 * does that had no connection.
 */
export function requestsWithin(
  device: SampleDevice,
  { uuid, nth, span }: { readonly uuid: string; readonly nth: number; readonly span: SendingSpan },
): DeviceRequest[] {
  const { toMs } = span;
  if (device.isOnline?.(toMs) === false) return [];
  const fromMs = Math.max(span.fromMs, toMs - keptMs);
  const hasMissed = toMs - fromMs > missedAboveMs;
  const kept = hasMissed ? timesWithin({ fromMs, toMs }, historyStepMs, 0) : [];
  const due = hasMissed
    ? [toMs]
    : timesWithin({ fromMs, toMs }, device.intervalS * 1000, (nth * 4111) % (device.intervalS * 1000));
  return [
    ...(kept.length === 0 ? [] : [requestAt(device, uuid, kept)]),
    ...due.flatMap((atMs) => requestsAt(device, uuid, atMs)),
  ];
}

/** What a device sends at a time. */
export function requestsAt(device: SampleDevice, uuid: string, atMs: number): DeviceRequest[] {
  const times = device.isBuffering
    ? timesWithin({ fromMs: atMs - device.intervalS * 1000, toMs: atMs }, minuteMs, atMs % minuteMs)
    : [atMs];
  const request = requestAt(device, uuid, times);
  const isRepeated = device.isRepeating && (noise(7, atMs) + 1) / 2 < repeatedShare;
  return isRepeated ? [request, request] : [request];
}

function requestAt(device: SampleDevice, uuid: string, times: readonly number[]): DeviceRequest {
  const { sensors, clockAheadMs, battery } = device;
  const lastMs = times.at(-1)!;
  const data = times.flatMap((atMs) =>
    sensors.map((sensor) => ({
      sensor_slug: sensor.sentAs ?? sensor.slug,
      value: sentValue(sensor, atMs),
      timestamp: new Date(atMs + Math.round(clockAheadMs?.(atMs) ?? 0)).toISOString(),
    })),
  );
  const volts = battery === undefined ? {} : { battery_voltage: Number(battery(lastMs).toFixed(2)) };
  const clock = clockAheadMs === undefined ? {} : { clockMs: lastMs + clockAheadMs(lastMs) };
  return {
    target: `${apiPrefix}/devices/${uuid}/readings`,
    body: JSON.stringify({ data, ...volts }),
    ...clock,
  };
}

function sentValue({ sent, curve, decimals }: SampleSensor, atMs: number): number {
  return Number((sent ?? curve)(atMs).toFixed(decimals));
}

function timesWithin({ fromMs, toMs }: SendingSpan, stepMs: number, phaseMs: number): number[] {
  const times: number[] = [];
  const firstMs = (Math.floor((fromMs - phaseMs) / stepMs) + 1) * stepMs + phaseMs;
  for (let atMs = firstMs; atMs <= toMs; atMs += stepMs) times.push(atMs);
  return times;
}
