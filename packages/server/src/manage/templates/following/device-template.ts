import type { Control, ControlData, ControlReader, ControlTransaction } from "../../../control/control.ts";
import { readDevice } from "../../../control/devices/described-devices.ts";
import { readTemplatedDevices, type TemplatedDevice } from "../../../control/templates/templated-devices.ts";
import { findTemplate, setTemplateVersion, type Template } from "../../../control/templates/templates.ts";
import { commitChange } from "../../core/commit-change.ts";
import { findDevice } from "../../core/find-device.ts";
import { type Result, refuse, succeed } from "../../core/manage-error.ts";
import { refuseOverLimit } from "../../core/refuse-over-limit.ts";
import type { ReadyTemplate } from "../../devices/insert-templated-device.ts";
import { chainIdsOf } from "../chain-ids.ts";
import { applyDifferences, missingSensors } from "./apply-differences.ts";
import { differencesOf, type TemplateDifference } from "./template-differences.ts";

/** How a device differs from its template. */
export interface DeviceTemplate {
  readonly template: Template;
  readonly follows: boolean;
  /** Whether the device follows the template and waits for its last change. */
  readonly isPending: boolean;
  readonly differences: readonly TemplateDifference[];
}

export async function readDeviceTemplate(
  control: ControlReader,
  uuid: string,
): Promise<Result<DeviceTemplate>> {
  const compared = await compare(control, control.db, uuid);
  return compared.ok ? succeed(compared.value) : compared;
}

/** Makes a device what its template says. Sensors that the template lacks stay, with their readings. */
export async function applyTemplate(control: Control, uuid: string): Promise<Result<DeviceTemplate>> {
  return commitChange(control, async (tx) => {
    const compared = await compare(control, tx, uuid);
    if (!compared.ok) return compared;
    const { template, differences, device } = compared.value;
    const { accountId, definition } = template;
    const chainIds = await chainIdsOf(tx, accountId, definition);
    const done = await applyToDevice(control, tx, { template, chainIds, device, differences });
    if (!done.ok) return done;
    const after = await compare(control, tx, uuid);
    if (!after.ok) return after;
    return succeed({
      value: after.value,
      audit: [
        {
          accountId,
          action: "device.apply-template",
          subjectKind: "device",
          subject: device.uuid,
          after: {
            template: template.uuid,
            version: template.version,
            applied: differences.length - after.value.differences.length,
          },
        },
      ],
      changes: [{ kind: "device", deviceId: device.id }],
    });
  });
}

/** The same as part of a transaction. Writes nothing if it refuses. */
export async function applyToDevice(
  control: Control,
  tx: ControlTransaction,
  {
    template: { accountId, definition, version },
    chainIds,
    device,
    differences,
  }: ReadyTemplate & Pick<ComparedDevice, "device" | "differences">,
): Promise<Result<null>> {
  const added = missingSensors(differences).size;
  const full = await refuseOverLimit(control, tx, accountId, { devices: 0, sensors: added });
  if (full) return full;
  const applied = { definition, chainIds };
  const done = await applyDifferences(control, tx, { applied, device, differences });
  if (done.ok) await setTemplateVersion(tx, [device.id], version);
  return done;
}

interface ComparedDevice extends DeviceTemplate {
  readonly device: TemplatedDevice;
}

async function compare(
  control: Pick<ControlReader, "accountId" | "dialect">,
  db: ControlData,
  uuid: string,
): Promise<Result<ComparedDevice>> {
  const found = await findDevice(control, db, uuid);
  if (!found.ok) return found;
  const { id, accountId } = found.value;
  const { template: link, followsTemplate: follows } = await readDevice(db, id);
  const template = link === null ? null : await findTemplate(db, accountId, { id: link.id });
  if (link === null || template === null) return refuse("no_template", "The device has no template.");
  const [device] = await readTemplatedDevices({ ...control, db }, [id]);
  const isPending = follows && link.version < template.version;
  return succeed({
    template,
    follows,
    isPending,
    device: device!,
    differences: differencesOf(device!, template.definition),
  });
}
