import type { Control } from "../../../control/control.ts";
import { updateDeviceRow } from "../../../control/devices/device-changes.ts";
import { readTemplatedDevices } from "../../../control/templates/templated-devices.ts";
import { counted } from "../../../platform/counted.ts";
import { changeManyDevices } from "../../core/change-many-devices.ts";
import { succeed } from "../../core/manage-error.ts";
import { readyTemplate } from "../../devices/insert-templated-device.ts";
import { columnsOfLink, linkTo } from "../../devices/template-link.ts";
import { applyToDevice } from "./device-template.ts";
import { differencesOf } from "./template-differences.ts";

interface WantedTemplate {
  readonly accountId: number;
  readonly uuids: readonly string[];
  /** UUID or name of a template of the account. */
  readonly template: string;
}

/**
 * Gives devices a template and makes them what it says. Those that had another one or none follow it. A device without room for the
 * template's sensors is refused.
 */
export async function applyTemplateToMany(
  control: Control,
  { accountId, uuids, template: selector }: WantedTemplate,
) {
  return changeManyDevices<string>(control, { accountId, uuids, outcome: "updated" }, async (tx) => {
    const ready = await readyTemplate(tx, accountId, selector);
    if (!ready.ok) return ready;
    const { template } = ready.value;
    return succeed({
      async change({ id, uuid }) {
        const device = (await readTemplatedDevices({ ...control, db: tx }, [id]))[0]!;
        const all = differencesOf(device, template.definition);
        const differences = all.filter(({ kind }) => kind !== "extra_sensor");
        const isOther = device.templateId !== template.id;
        const isBehind = device.version !== template.version;
        if (differences.length === 0 && !isOther && !isBehind) return succeed(null);
        const applied = await applyToDevice(control, tx, { ...ready.value, device, differences });
        if (!applied.ok) return applied;
        if (isOther) await updateDeviceRow(tx, id, columnsOfLink(linkTo(template, true)));
        return succeed(uuid);
      },
      audit: (devices) => [
        {
          accountId,
          action: "device.bulk-apply-template",
          subjectKind: "device",
          subject: counted(devices.length, "device"),
          after: { template: template.uuid, version: template.version, devices },
        },
      ],
    });
  });
}
