import type { ManageSession } from "./manage-session.ts";
import type { SeededChains } from "./world-chains.ts";
import { deviceOfQuarantine, groups, type PlannedDevice, plannedDevices, sensorTypes } from "./world-plan.ts";

export interface SeededDevice {
  readonly plan: PlannedDevice;
  /** Its index in the plan, which determines its values. */
  readonly number: number;
  readonly uuid: string;
  readonly token: string;
  readonly sensors: readonly { readonly uuid: string; readonly slug: string }[];
}

export type SeededDevices = ReadonlyMap<string, SeededDevice>;

export async function seedDevices(owner: ManageSession): Promise<SeededDevices> {
  await setSensorTypes(owner);
  for (const name of groups) await owner.do("POST", "./device-groups", { name });
  const devices = new Map<string, SeededDevice>();
  for (const [number, plan] of plannedDevices.entries()) {
    const { name, group, description, isLenient, notes } = plan;
    const { uuid, token, sensors } = await owner.do("POST", "./devices", {
      name,
      group,
      description,
      ...notes,
      handling: isLenient ? "lenient" : "strict",
      quarantine: name === deviceOfQuarantine,
      sensors: plan.sensors.map(({ slug, name, type, unit }) => ({ slug, name, type, unit: unit || null })),
    });
    devices.set(name, { plan, number, uuid, token, sensors });
  }
  return devices;
}

/** Changes the types that the account came with, and creates the others. */
async function setSensorTypes(owner: ManageSession): Promise<void> {
  const { items } = await owner.do("GET", "./sensor-types");
  for (const { type, unit, decimals, min, max } of sensorTypes) {
    const fields = { name: type, unit: unit || null, decimals, min, max };
    const usual = items.find(({ name }: { name: string }) => name === type);
    if (usual === undefined) await owner.do("POST", "./sensor-types", fields);
    else await owner.do("PATCH", `./sensor-types/${usual.uuid}`, fields);
  }
}

/** Assigns chains to groups, devices and sensors. */
export async function assignChains(
  owner: ManageSession,
  devices: SeededDevices,
  { uuids }: SeededChains,
): Promise<void> {
  const assign = (chain: string, target: Readonly<Record<string, string>>) =>
    owner.do("PUT", "./chain-assignments", { chain: uuids.get(chain), ...target });
  await assign("Deadband", { group: "Workshop" });
  await assign("Door watch", { device: devices.get("Cold room 3")!.uuid });
  for (const { plan, sensors } of devices.values()) {
    for (const { uuid: sensor, slug } of sensors) {
      if (plan.name.startsWith("Freezer") && slug === "temperature")
        await assign("Freezer alarm", { sensor });
      if (plan.name.startsWith("Soil") && slug === "soil") await assign("Soil watch", { sensor });
      if (plan.name.startsWith("Pump") && slug === "flow") await assign("Pump efficiency", { sensor });
    }
  }
}
