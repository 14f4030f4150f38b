import type { PickedThing } from "../../../control/boards/share-links.ts";
import type { ControlData } from "../../../control/control.ts";
import { deviceIn } from "../../../control/devices/device-ids.ts";

/** The name of the device or group that a link shows; null if nothing is picked or the device is gone. */
export async function pickedName(
  db: ControlData,
  accountId: number,
  picked: PickedThing | null,
): Promise<string | null> {
  if (picked?.kind !== "device") return picked?.name ?? null;
  return (await deviceIn(db, accountId, picked.name))?.name ?? null;
}
