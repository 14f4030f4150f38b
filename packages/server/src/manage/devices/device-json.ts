import type { device, listedSensor, sensor } from "@weir/protocol/manage/device-forms";
import type { z } from "zod";
import type { Sensor } from "../../control/sensors/sensor-records.ts";
import { giveWayIfLong } from "../../platform/give-way.ts";
import { formatMicros } from "../../platform/instant.ts";
import type {
  BatteryLevel,
  ReadingQueries,
  ReadingSpan,
  StoredReading,
  WrongClock,
} from "../../store/readings/reading-queries.ts";
import { notesToJson } from "../core/device-notes-patch.ts";
import { editableOfSensor } from "../sensors/sensors.ts";
import type { ListedSensor } from "../sensors/sensors-list.ts";
import { expectationToJson, settingsToJson } from "./expectation/device-expectation.ts";
import type { ListedDevice } from "./list/device-list.ts";

/** Devices and sensors as the API shows them. */

export type Batteries = Pick<ReadingQueries, "latestBatteriesOf">;

/** Asks once for what is known of all of them, as the functions below do. */
export async function devicesToJson(
  listed: readonly ListedDevice[],
  readings: Batteries,
): Promise<z.input<typeof device>[]> {
  const batteries = await readings.latestBatteriesOf(listed.map(({ id }) => id));
  await giveWayIfLong();
  return listed.map((one) => deviceToJson(one, batteries.get(one.id) ?? null));
}

export async function sensorsToJson(
  known: readonly Sensor[],
  readings: ReadingQueries,
): Promise<z.input<typeof sensor>[]> {
  const ids = known.map(({ id }) => id);
  const latest = await readings.latestOf(ids);
  const spans = await readings.spansOf(ids);
  return known.map((one) => sensorToJson(one, latest.get(one.id) ?? null, spans.get(one.id) ?? null));
}

export function latestToJson(reading: StoredReading | null | undefined) {
  return reading == null ? null : { value: reading.value, at: formatMicros(reading.atUs) };
}

export async function listedSensorsToJson(
  listed: readonly ListedSensor[],
  readings: ReadingQueries,
): Promise<z.input<typeof listedSensor>[]> {
  const sensors = await sensorsToJson(listed, readings);
  return listed.map(({ applicableChain }, index) => ({
    ...sensors[index]!,
    applicable_chain: { ...applicableChain, warnings: [...applicableChain.warnings] },
  }));
}

function deviceToJson(listed: ListedDevice, battery: BatteryLevel | null): z.input<typeof device> {
  const { applicableChain, lastConnectedMs, lastTroubledMs, wrongClock } = listed;
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
    template: templateToJson(listed.template),
    follows_template: listed.followsTemplate,
    applicable_chain: { ...applicableChain, warnings: [...applicableChain.warnings] },
    ...settingsToJson(listed),
    ...notesToJson(listed),
    expectation: expectationToJson(listed.expectation),
    status: listed.status,
    last_connected: lastConnectedMs === null ? null : formatMicros(lastConnectedMs * 1000),
    last_troubled: lastTroubledMs === null ? null : formatMicros(lastTroubledMs * 1000),
    wrong_clock: wrongClock === null ? null : wrongClockToJson(wrongClock),
    battery: battery === null ? null : { volts: battery.volts, at: formatMicros(battery.receivedUs) },
    sensor_count: listed.sensorCount,
    picture: listed.pictureAt === null ? null : formatMicros(listed.pictureAt),
    created_at: formatMicros(listed.createdAt),
  };
}

function sensorToJson(
  known: Sensor,
  latest: StoredReading | null,
  span: ReadingSpan | null,
): z.input<typeof sensor> {
  return {
    uuid: known.uuid,
    ...editableOfSensor(known),
    latest: latestToJson(latest),
    first_at: span === null ? null : formatMicros(span.firstUs),
    created_at: formatMicros(known.createdAt),
  };
}

function wrongClockToJson({ wrongMs, behindMs }: WrongClock) {
  return { at: formatMicros(wrongMs * 1000), behind_s: Math.round(behindMs / 1000) };
}

function templateToJson(template: ListedDevice["template"]) {
  return template && { uuid: template.uuid, name: template.name, board: template.board };
}
