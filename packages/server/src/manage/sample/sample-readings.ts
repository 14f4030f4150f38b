import type { ImportedReadings } from "../../bus/imported-readings.ts";
import { noReadings } from "../core/import-sink.ts";
import { noise } from "./sample-curves.ts";
import { type SampleDevice, sampleIntervalS } from "./sample-fleet.ts";

/** A device of the sample fleet with the ids that it got. */
interface LoadedDevice {
  readonly device: SampleDevice;
  readonly deviceId: number;
  /** In the order of `device.sensors`. */
  readonly sensorIds: readonly number[];
}

/** How old readings are. */
interface AgeSpan {
  readonly fromMs?: number;
  readonly beforeMs?: number;
}

const weekMs = 7 * 24 * 3_600_000;
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
  const intervalMs = (device.ownIntervalS ?? sampleIntervalS) * 1000;
  // Devices do not send at the same moment.
  const phaseMs = (deviceId * 97_000) % intervalMs;
  const lastMs = Math.floor((nowMs - delayMs) / intervalMs) * intervalMs - phaseMs;
  for (let atMs = lastMs - weekMs + intervalMs; atMs <= lastMs; atMs += intervalMs) {
    const ageMs = nowMs - atMs;
    if (ageMs < fromMs || ageMs >= beforeMs || device.isOnline?.(atMs) === false) continue;
    const receivedMs = atMs + Math.round((noise(deviceId, atMs) + 1) * (delayMs / 2));
    const deviceMs = atMs + Math.round(device.clockAheadMs?.(atMs) ?? 0);
    for (const [index, { curve, decimals }] of device.sensors.entries()) {
      readings.deviceIds.push(deviceId);
      readings.sensorIds.push(sensorIds[index]!);
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
