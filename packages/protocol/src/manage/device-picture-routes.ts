import { z } from "zod";
import { deviceParams } from "./device-forms.ts";
import { pictureBytesMax } from "./picture-bytes-max.ts";
import { defineRoutes } from "./route.ts";

const path = "/accounts/{account}/devices/{device}/picture";

export const devicePictureRoutes = defineRoutes("Devices", {
  showDevicePicture: {
    method: "GET",
    path,
    access: "viewer",
    scope: "devices:read",
    summary: "Show the picture of a device",
    description: "Its type is the one that was stored. `picture` of the device says whether it has one.",
    params: deviceParams,
    query: z.object({
      stored: z
        .string()
        .max(64)
        .optional()
        .describe("Has no effect. With `picture` of the device here, a page shows a new picture at once."),
    }),
    answer: { stream: ["image/png", "image/jpeg", "image/webp"] },
  },
  replaceDevicePicture: {
    method: "PUT",
    path,
    access: "editor",
    scope: "devices:write",
    summary: "Store a picture of a device",
    description: `A whole PNG, JPEG or WebP of at most ${pictureBytesMax / 1024} KiB and 4096 by 4096 pixels, with nothing behind its end. What the file is counts, whatever image type it is sent as. It replaces the one that the device has.`,
    params: deviceParams,
    bodyType: "bytes",
    bodyMediaTypes: ["image/*"],
    bodyBytesMax: pictureBytesMax,
    answer: null,
  },
  deleteDevicePicture: {
    method: "DELETE",
    path,
    access: "editor",
    scope: "devices:write",
    summary: "Delete the picture of a device",
    params: deviceParams,
    answer: null,
  },
});
