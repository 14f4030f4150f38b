import type { ManageSession } from "./manage-session.ts";
import type { SeededDevices } from "./world-devices.ts";

/** A template that two greenhouses follow. One of them differs from it. Returns its UUID. */
export async function seedTemplate(
  owner: ManageSession,
  devices: SeededDevices,
  board: string,
): Promise<string> {
  const [first, second] = ["Greenhouse 3", "Greenhouse 12"].map((name) => devices.get(name)!.uuid);
  const made = await owner.do("POST", `./devices/${first}/template`, { name: "Greenhouse" });
  const [sensor, ...others] = made.sensors;
  await owner.do("PATCH", `./devices/${second}`, { template: made.uuid });
  // Few other parts of the world name the last one.
  const { slug, name } = made.sensors.at(-1);
  await owner.do("PATCH", `./devices/${first}/sensors/${slug}`, { name: `${name} 2` });
  const sensors = [{ ...sensor, retention_days: 365 }, ...others];
  await owner.do("PATCH", `./templates/${made.uuid}`, {
    description: "Climate of a greenhouse.",
    board,
    sensors,
  });
  return made.uuid;
}
