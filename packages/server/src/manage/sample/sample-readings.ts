import type { ImportedReadings } from "../../bus/imported-readings.ts";
import { noReadings } from "../core/import-sink.ts";
import { noise } from "./sample-curves.ts";
import type { SampleDevice } from "./sample-device.ts";

/** A device of the sample fleet with the ids that it got. */
interface LoadedDevice {
  readonly device: SampleDevice;
  readonly deviceId: number;
  /** By slug. A sensor that somebody has deleted is missing. */
  readonly sensorIds: ReadonlyMap<string, number>;
}

/** How old readings are. */
interface AgeSpan {
  readonly fromMs?: number;
  readonly beforeMs?: number;
}

const weekMs = 7 * 24 * 3_600_000;
/** The time between two readings of the past. */
export const historyStepMs = 600_000;
/** The longest that a request was on its way. */
const delayMs = 1500;

/**
 * The readings of one device in the week before `nowMs`, or those of them that are at least `fromMs` and less than
 * `beforeMs` old.
 */
export function readingsOfWeek(
  { device, deviceId, sensorIds }: LoadedDevice,
  nowMs: number,
  { fromMs = 0, beforeMs = Number.POSITIVE_INFINITY }: AgeSpan = {},
): ImportedReadings {
  const readings = noReadings();
  const sensors = device.sensors.flatMap((sensor) => {
    const sensorId = sensorIds.get(sensor.slug);
    return sensorId === undefined || sensor.sentAs !== undefined ? [] : [{ ...sensor, sensorId }];
  });
  // Devices do not send at the same moment.
  const phaseMs = (deviceId * 97_000) % historyStepMs;
  const lastMs = Math.floor((nowMs - delayMs) / historyStepMs) * historyStepMs - phaseMs;
  for (let atMs = lastMs - weekMs + historyStepMs; atMs <= lastMs; atMs += historyStepMs) {
    const ageMs = nowMs - atMs;
    if (ageMs < fromMs || ageMs >= beforeMs || device.isOnline?.(atMs) === false) continue;
    const receivedMs = atMs + Math.round((noise(deviceId, atMs) + 1) * (delayMs / 2));
    const deviceMs = atMs + Math.round(device.clockAheadMs?.(atMs) ?? 0);
    for (const { sensorId, curve, decimals } of sensors) {
      readings.deviceIds.push(deviceId);
      readings.sensorIds.push(sensorId);
      readings.atUs.push(atMs * 1000);
      readings.values.push(Number(curve(atMs).toFixed(decimals)));
      readings.metadata.push("");
      readings.receivedUs.push(receivedMs * 1000);
      readings.deviceSeconds.push(Math.floor(deviceMs / 1000));
      readings.deviceMicros.push((deviceMs % 1000) * 1000);
    }
  }
  return readings;
}
