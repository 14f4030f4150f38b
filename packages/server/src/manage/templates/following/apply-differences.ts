import type { Control, ControlTransaction } from "../../../control/control.ts";
import { updateDeviceRow } from "../../../control/devices/device-changes.ts";
import { writeRetentionBySlug, writeSensorRetention } from "../../../control/retention/retention.ts";
import { updateSensor } from "../../../control/sensors/sensor-records.ts";
import type { TemplateDefinition } from "../../../control/templates/template-definition.ts";
import type { TemplatedDevice } from "../../../control/templates/templated-devices.ts";
import { insertSensors } from "../../core/insert-sensors.ts";
import { type Result, succeed } from "../../core/manage-error.ts";
import type { TemplateDifference } from "./template-differences.ts";

/** A definition with the ids of its chains. */
interface AppliedDefinition {
  readonly definition: TemplateDefinition;
  readonly chainIds: ReadonlyMap<string, number>;
}

interface Application {
  readonly applied: AppliedDefinition;
  readonly device: TemplatedDevice;
  readonly differences: readonly TemplateDifference[];
}

/**
 * Makes a device what its template says in these points. Sensors that only the device has stay. Writes nothing if it refuses, which it
 * does if the device has no room for more sensors.
 */
export async function applyDifferences(
  control: Control,
  tx: ControlTransaction,
  { applied: { definition, chainIds }, device, differences }: Application,
): Promise<Result<null>> {
  const chainIdOf = (uuid: string | null) => (uuid === null ? null : (chainIds.get(uuid) ?? null));
  const missing = missingSensors(differences);
  const added = definition.sensors.filter(({ slug }) => missing.has(slug));
  const sensors = added.map(({ slug, name, type, unit, chain }) => ({
    slug,
    name,
    type: type ?? undefined,
    unit: unit ?? undefined,
    chainId: chainIdOf(chain),
  }));
  const inserted = await insertSensors(tx, { deviceId: device.id, sensors, nowUs: control.nowUs() });
  if (!inserted.ok) return inserted;
  await writeRetentionBySlug(tx, device.id, added);
  const fields = differences.flatMap((one) => (one.kind === "setting" ? [one.field] : []));
  if (fields.length > 0) {
    const columns = fields.map((field) =>
      field === "chain" ? ["chain_id", chainIdOf(definition.chain)] : [field, definition[field]],
    );
    await updateDeviceRow(tx, device.id, Object.fromEntries(columns));
  }
  for (const sensor of device.sensors) {
    const wanted = definition.sensors.find(({ slug }) => slug === sensor.slug);
    if (wanted === undefined) continue;
    const changed = differences.flatMap((one) =>
      one.kind === "sensor_setting" && one.sensor === sensor.slug ? [one.field] : [],
    );
    const columns = changed
      .filter((field) => field !== "retention_days")
      .map((field) => (field === "chain" ? ["chain_id", chainIdOf(wanted.chain)] : [field, wanted[field]]));
    if (columns.length > 0) await updateSensor(tx, sensor.id, Object.fromEntries(columns));
    if (changed.includes("retention_days")) await writeSensorRetention(tx, sensor.id, wanted.retention_days);
  }
  return succeed(null);
}

/** The slugs of sensors that are added. */
export function missingSensors(differences: readonly TemplateDifference[]): ReadonlySet<string> {
  return new Set(differences.flatMap((one) => (one.kind === "missing_sensor" ? [one.sensor] : [])));
}
