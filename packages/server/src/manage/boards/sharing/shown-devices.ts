import type { TileDevices } from "@weir/protocol/manage/board-tile-forms";
import type { PickedThing } from "../../../control/boards/share-links.ts";
import type { ControlReader } from "../../../control/control.ts";
import { deviceIdsByUuid } from "../../../control/devices/device-ids.ts";
import type { DeviceMatch } from "../../../control/devices/device-list.ts";

/** The devices of the account that a tile shows. Returns null if it shows what is picked, and nothing is. */
export async function shownDevices(
  control: ControlReader,
  accountId: number,
  devices: TileDevices,
  picked: PickedThing | null,
): Promise<DeviceMatch | null> {
  const only = async (uuids: readonly string[]): Promise<DeviceMatch> => {
    const ids = await deviceIdsByUuid({ ...control, accountId }, uuids);
    return { accountId, filter: {}, among: [[...ids.values()]] };
  };
  switch (devices.kind) {
    case "all":
      return { accountId, filter: {} };
    case "group":
      return { accountId, filter: { group: devices.group } };
    case "tag":
      return { accountId, filter: { tags: [devices.tag] } };
    case "devices":
      return only(devices.devices);
    case "variable":
      if (picked === null) return null;
      return picked.kind === "group" ? { accountId, filter: { group: picked.name } } : only([picked.name]);
  }
}
