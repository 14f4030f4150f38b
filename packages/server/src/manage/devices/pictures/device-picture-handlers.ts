import type { devicePictureRoutes } from "@weir/protocol/manage/device-picture-routes";
import { deletePicture, readPicture, writePicture } from "../../../control/devices/device-pictures.ts";
import { commitChange } from "../../core/commit-change.ts";
import { findDevice } from "../../core/find-device.ts";
import type { HandlersOf } from "../../core/handler.ts";
import { refuse, succeed } from "../../core/manage-error.ts";
import { pictureAnswer } from "../../core/pictures/picture-answer.ts";
import { badPicture, pictureType } from "../../core/pictures/picture-type.ts";

/** It is asked for again each time, because the address stays the same when the picture is replaced or somebody loses access. */
const caching = "private, no-cache";

export const devicePictureHandlers: HandlersOf<typeof devicePictureRoutes> = {
  async showDevicePicture({ control }, { params }) {
    const device = await findDevice(control, control.db, params.device);
    if (!device.ok) return device;
    const picture = await readPicture(control.db, device.value.id);
    if (picture === null) return refuse("no_picture", "The device has no picture.");
    return pictureAnswer(picture, caching);
  },

  async replaceDevicePicture({ control }, { params, body }) {
    const mediaType = pictureType(body);
    if (mediaType === null) return refuse("bad_picture", badPicture);
    return commitChange(control, async (tx) => {
      const device = await findDevice(control, tx, params.device);
      if (!device.ok) return device;
      await writePicture(tx, device.value, { mediaType, bytes: body }, control.nowUs());
      const after = { type: mediaType, bytes: body.length };
      return succeed({ value: null, audit: [{ ...action("replace", device.value), after }], changes: [] });
    });
  },

  async deleteDevicePicture({ control }, { params }) {
    return commitChange(control, async (tx) => {
      const device = await findDevice(control, tx, params.device);
      if (!device.ok) return device;
      if (!(await deletePicture(tx, device.value.id)))
        return refuse("no_picture", "The device has no picture.");
      return succeed({ value: null, audit: [action("delete", device.value)], changes: [] });
    });
  },
};

function action(what: "replace" | "delete", device: { readonly accountId: number; readonly uuid: string }) {
  return {
    accountId: device.accountId,
    action: `device-picture.${what}`,
    subjectKind: "device",
    subject: device.uuid,
  };
}
