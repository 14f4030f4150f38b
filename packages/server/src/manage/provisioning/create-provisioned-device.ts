import type { ContractName } from "@weir/protocol/contracts";
import { attributesMax } from "@weir/protocol/manage/device-notes";
import type { Control, ControlTransaction } from "../../control/control.ts";
import type { ProvisioningKey } from "../../control/provisioning/provisioning-keys.ts";
import { findTemplate, type Template } from "../../control/templates/templates.ts";
import { type Result, succeed } from "../core/manage-error.ts";
import { type CreatedDevice, insertDevice } from "../devices/insert-device.ts";
import { insertTemplatedDevice, readyTemplate } from "../devices/insert-templated-device.ts";

/** What is known of a device before it exists. */
interface FutureDevice {
  readonly hardwareId: string;
  readonly name: string | null;
  readonly firmware: string | null;
}

const nameLengthMax = 200;

interface NewDevice {
  readonly key: ProvisioningKey;
  readonly future: FutureDevice;
  readonly defaultContract: ContractName;
}

/**
 * Creates the device of a hardware id from the template of its key, as part of a transaction that writes the audit entry and
 * announces the device. Its hardware id and firmware become attributes, so that lists find them.
 */
export async function createProvisionedDevice(
  control: Control,
  tx: ControlTransaction,
  { key, future, defaultContract }: NewDevice,
): Promise<Result<CreatedDevice>> {
  const ready = await readyTemplate(tx, key.accountId, key.template.uuid);
  if (!ready.ok) return ready;
  const { template } = ready.value;
  const created = await insertTemplatedDevice(control, tx, ready.value, {
    accountId: key.accountId,
    name: nameOf(template, future),
    defaultContract,
    attributes: attributesOf(template, future),
  });
  return created.ok ? succeed(created.value.value) : created;
}

/**
 * Creates the device in another account than that of its template. What belongs to the template's account stays there: chains,
 * boards and the template itself.
 */
export async function createClaimedDevice(
  control: Control,
  tx: ControlTransaction,
  {
    key,
    accountId,
    future,
    defaultContract,
  }: {
    readonly key: ProvisioningKey;
    readonly accountId: number;
    readonly future: FutureDevice;
    readonly defaultContract: ContractName;
  },
): Promise<Result<CreatedDevice>> {
  const template = (await findTemplate(tx, key.accountId, { id: key.template.id }))!;
  const { contract, handling, expected_interval_s: expectedIntervalS, sensors } = template.definition;
  const created = await insertDevice(control, tx, {
    accountId,
    name: nameOf(template, future),
    contract: contract ?? defaultContract,
    handling,
    expectedIntervalS,
    tags: template.tags,
    attributes: { ...template.attributes, ...attributesOf(template, future) },
    sensors: sensors.map(({ slug, name, type, unit }) => ({
      slug,
      name,
      type: type ?? undefined,
      unit: unit ?? undefined,
    })),
  });
  return created.ok ? succeed(created.value.value) : created;
}

function nameOf({ name }: Template, future: FutureDevice): string {
  if (future.name !== null) return future.name;
  return `${name.slice(0, nameLengthMax - future.hardwareId.length - 1)} ${future.hardwareId}`;
}

/** Leaves out what would not fit, because a device must not fail to start over a note. */
function attributesOf({ attributes }: Template, { hardwareId, firmware }: FutureDevice) {
  const noted = { hardware_id: hardwareId, ...(firmware === null ? {} : { firmware }) };
  const all = new Set([...Object.keys(attributes), ...Object.keys(noted)]);
  return all.size <= attributesMax ? noted : {};
}
