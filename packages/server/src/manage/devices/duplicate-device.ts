import type { Control } from "../../control/control.ts";
import { readDevice } from "../../control/devices/described-devices.ts";
import { copySensorSettings } from "../../control/sensors/copy-sensor-settings.ts";
import { commitChange } from "../core/commit-change.ts";
import { findDevice } from "../core/find-device.ts";
import { type Result, succeed } from "../core/manage-error.ts";
import { type CreatedDevice, insertDevice } from "./insert-device.ts";
import { linkTo } from "./template-link.ts";

/** A name may have 200 characters, and the copy adds a few. */
const nameLengthKept = 190;

/**
 * Creates a device like another one: with its settings, template, tags, attributes and sensors, and with the chain and the
 * retention of each sensor. The copy has a token of its own. Its location and notes are empty, because they are about the other device.
 */
export async function duplicateDevice(
  control: Control,
  uuid: string,
  wantedName?: string,
): Promise<Result<CreatedDevice>> {
  return commitChange(control, async (tx) => {
    const found = await findDevice(control, tx, uuid);
    if (!found.ok) return found;
    const device = await readDevice(tx, found.value.id);
    const created = await insertDevice(control, tx, {
      accountId: found.value.accountId,
      name: wantedName ?? nameOfCopy(device.name),
      description: device.description,
      group: device.group ?? undefined,
      enabled: device.enabled,
      contract: device.contract,
      handling: device.handling,
      quarantineMode: device.quarantineMode,
      chain: device.chain?.uuid,
      tags: device.tags,
      attributes: device.attributes,
      expectedIntervalS: device.expectedIntervalS,
      silenceAlarm: device.silenceAlarm,
      template: device.template === null ? undefined : linkTo(device.template, device.followsTemplate),
      sensors: device.sensors.map(({ slug, name, type, unit }) => ({
        slug,
        name,
        type: type ?? undefined,
        unit: unit ?? undefined,
      })),
    });
    if (!created.ok) return created;
    const copy = created.value.value;
    await copySensorSettings(tx, { fromDeviceId: device.id, toDeviceId: copy.id });
    const { accountId } = found.value;
    return succeed({
      ...created.value,
      audit: [
        {
          accountId,
          action: "device.duplicate",
          subjectKind: "device",
          subject: copy.uuid,
          subjectName: copy.name,
          after: { name: copy.name, from: device.uuid, sensors: device.sensors.map(({ slug }) => slug) },
        },
      ],
    });
  });
}

function nameOfCopy(name: string): string {
  return `${name.slice(0, nameLengthKept).trim()} (copy)`;
}
