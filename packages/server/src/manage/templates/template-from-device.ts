import { templateSensorsMax } from "@weir/protocol/manage/template-limits";
import type { Control } from "../../control/control.ts";
import { readDevice } from "../../control/devices/described-devices.ts";
import { updateDeviceRow } from "../../control/devices/device-changes.ts";
import { readTemplatedDevices } from "../../control/templates/templated-devices.ts";
import type { Template } from "../../control/templates/templates.ts";
import { commitChange } from "../core/commit-change.ts";
import { findDevice } from "../core/find-device.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";
import { columnsOfLink, linkTo } from "../devices/template-link.ts";
import { addTemplate } from "./templates.ts";

/** Creates a template with the sensors and settings of a device, which then follows it. */
export async function createTemplateFromDevice(
  control: Control,
  uuid: string,
  name: string,
): Promise<Result<Template>> {
  return commitChange(control, async (tx) => {
    const found = await findDevice(control, tx, uuid);
    if (!found.ok) return found;
    const { id, accountId } = found.value;
    const { tags, attributes } = await readDevice(tx, id);
    const [device] = await readTemplatedDevices({ ...control, db: tx }, [id]);
    if (device!.sensors.length > templateSensorsMax)
      return refuse("too_many_sensors", `A template can have at most ${templateSensorsMax} sensors.`);
    const sensors = device!.sensors.map(({ id: _, ...sensor }) => sensor);
    const wanted = { name, description: "", board: null, tags, attributes, ...device!.settings, sensors };
    const made = await addTemplate(control, tx, accountId, wanted);
    if (!made.ok) return made;
    const template = made.value.value;
    await updateDeviceRow(tx, id, columnsOfLink(linkTo(template, true)));
    return succeed({ ...made.value, changes: [{ kind: "device", deviceId: id }] });
  });
}
