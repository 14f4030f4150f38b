import type { EndpointName } from "@weir/protocol/contracts";
import type { DropReason } from "@weir/protocol/drop-reasons";
import type { ControlReader } from "../../control/control.ts";
import type { DeviceWithSensors } from "../../control/devices/described-devices.ts";
import type { NamedRow } from "../../control/named-rows.ts";
import { withOrigins } from "../../control/record-origins.ts";
import type { Sensor } from "../../control/sensors/sensor-records.ts";
import type { ActivityQueries } from "../../store/activity/queries.ts";
import type { QuarantinedReading } from "../../store/activity/record.ts";
import { findDevice, getDevice } from "../core/find-device.ts";
import { type Result, succeed } from "../core/manage-error.ts";
import { type PageRequest, toPaging } from "../core/records/record-access.ts";
import { explainFinding } from "./explain-finding.ts";
import { indexSensors, readSubmitted, type SensorIndex, type SubmittedEntry } from "./submitted-entry.ts";

/** A rejected reading as people see it: what it was, and what would happen if it were submitted now. */
export interface QuarantineView {
  readonly reading: QuarantinedReading;
  /** Null if it was removed since. */
  readonly device: NamedRow | null;
  readonly submitted: SubmittedEntry;
  readonly explanation: string;
}

export interface QuarantineReader {
  readonly control: ControlReader;
  readonly activity: ActivityQueries;
}

export interface QuarantineListing extends PageRequest {
  readonly accountId: number;
  /** UUID. */
  readonly device?: string | undefined;
  readonly reason?: DropReason | undefined;
}

/** The newest first. */
export async function listQuarantined(
  reader: QuarantineReader,
  listing: QuarantineListing,
  latestMs: number,
): Promise<Result<QuarantineView[]>> {
  const { control, activity } = reader;
  const { accountId, device, reason } = listing;
  const found = device === undefined ? null : await findDevice(control, control.db, device);
  if (found?.ok === false) return found;
  const readings = await activity.quarantined({
    accountId,
    ...(found === null ? {} : { deviceId: found.value.id }),
    ...(reason === undefined ? {} : { reason }),
    ...toPaging(listing),
  });
  return succeed(await viewQuarantined(control, readings, latestMs));
}

/**
 * The readings as they would be accepted now, with the current sensors of their devices. `latestMs` is the latest time
 * that a reading may have. `alias` is a sensor under the slug that the device sent for it, which counts as one of its
 * sensors.
 */
export async function viewQuarantined(
  control: ControlReader,
  readings: readonly QuarantinedReading[],
  latestMs: number,
  alias: Sensor | null = null,
): Promise<QuarantineView[]> {
  const devices = new QuarantineDevices(control, alias);
  const origins = await withOrigins(
    control,
    readings.map(({ accountId, deviceId }) => ({ accountId, deviceId, sensorId: null, chainId: null })),
  );
  const views: QuarantineView[] = [];
  for (const [index, reading] of readings.entries()) {
    const named = origins[index]!.origin.device;
    const device = await devices.of(named);
    const submitted = readSubmitted(reading, device?.sensors ?? noSensors, latestMs);
    const explanation = explain(reading, submitted, device?.record ?? null);
    views.push({ reading, device: named, submitted, explanation });
  }
  return views;
}

const noSensors: SensorIndex = new Map();

interface QuarantineDevice {
  readonly record: DeviceWithSensors;
  readonly sensors: SensorIndex;
}

/** Reads each device once, however many readings it has. */
class QuarantineDevices {
  readonly #control: ControlReader;
  readonly #alias: Sensor | null;
  readonly #known = new Map<string, QuarantineDevice | null>();

  constructor(control: ControlReader, alias: Sensor | null) {
    this.#control = control;
    this.#alias = alias;
  }

  async of(named: NamedRow | null): Promise<QuarantineDevice | null> {
    if (named === null) return null;
    const known = this.#known.get(named.uuid);
    if (known !== undefined) return known;
    const found = await getDevice(this.#control, named.uuid);
    const aliases = this.#alias === null ? [] : [this.#alias];
    const device = found.ok
      ? { record: found.value, sensors: indexSensors([...aliases, ...found.value.sensors]) }
      : null;
    this.#known.set(named.uuid, device);
    return device;
  }
}

function explain(
  reading: QuarantinedReading,
  submitted: SubmittedEntry,
  device: DeviceWithSensors | null,
): string {
  if (submitted.ok) {
    return `It can be submitted again: it would be a reading of the sensor "${submitted.sensor.slug}".`;
  }
  const { reason, identifier, sent } = submitted;
  const nothing = { sensorId: null, value: null, matchedMs: null, untilMs: null };
  // Only whether the URL names the sensor matters here. Single and bulk are treated alike.
  const endpoint: EndpointName = reading.urlSensor === null ? "batch" : "bulk";
  const clockOffsetMs = reading.correctionUs === 0 ? null : reading.correctionUs / 1000;
  const { explanation } = explainFinding(
    { position: reading.position, reason, identifier, sent, ...nothing },
    { arrivalMs: reading.arrivalMs, clockOffsetMs, endpoint },
    device,
  );
  return explanation;
}
