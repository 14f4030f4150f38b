import type { device, listedSensor, sensor } from "@weir/protocol/manage/device-forms";
import type { z } from "zod";
import type { Sensor } from "../control/sensors/sensor-records.ts";
import { expectationToJson, settingsToJson } from "../manage/device-expectation.ts";
import type { ListedDevice } from "../manage/device-list.ts";
import { editableOfSensor } from "../manage/sensors.ts";
import type { ListedSensor } from "../manage/sensors-list.ts";
import { formatMicros } from "../platform/instant.ts";
import type { ReadingQueries } from "../store/reading-queries.ts";

/** Devices and sensors as the API shows them. */

export async function deviceToJson(
  listed: ListedDevice,
  readings: ReadingQueries,
): Promise<z.input<typeof device>> {
  const { applicableChain, lastConnectedMs, lastTroubledMs } = listed;
  const battery = await readings.latestBattery(listed.id);
  return {
    uuid: listed.uuid,
    name: listed.name,
    description: listed.description,
    group: listed.group,
    enabled: listed.enabled,
    contract: listed.contract,
    handling: listed.handling,
    quarantine: listed.quarantine,
    quarantine_mode: listed.quarantineMode,
    chain: listed.chain,
    applicable_chain: { ...applicableChain, warnings: [...applicableChain.warnings] },
    ...settingsToJson(listed),
    expectation: expectationToJson(listed.expectation),
    status: listed.status,
    last_connected: lastConnectedMs === null ? null : formatMicros(lastConnectedMs * 1000),
    last_troubled: lastTroubledMs === null ? null : formatMicros(lastTroubledMs * 1000),
    battery: battery === null ? null : { volts: battery.volts, at: formatMicros(battery.receivedUs) },
    sensor_count: listed.sensorCount,
    created_at: formatMicros(listed.createdAt),
  };
}

export async function sensorToJson(known: Sensor, readings: ReadingQueries): Promise<z.input<typeof sensor>> {
  const latest = await readings.latest(known.id);
  const span = await readings.span(known.id);
  return {
    uuid: known.uuid,
    ...editableOfSensor(known),
    latest: latest === null ? null : { value: latest.value, at: formatMicros(latest.atUs) },
    first_at: span === null ? null : formatMicros(span.firstUs),
    created_at: formatMicros(known.createdAt),
  };
}

export async function listedSensorToJson(
  listed: ListedSensor,
  readings: ReadingQueries,
): Promise<z.input<typeof listedSensor>> {
  const { applicableChain } = listed;
  return {
    ...(await sensorToJson(listed, readings)),
    applicable_chain: { ...applicableChain, warnings: [...applicableChain.warnings] },
  };
}
