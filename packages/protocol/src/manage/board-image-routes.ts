import { z } from "zod";
import { board } from "../resources/board.ts";
import { boardParams } from "./board-forms.ts";
import { boardImageBytesMax, boardImagesMax } from "./board-limits.ts";
import { defineRoutes } from "./route.ts";

const path = "/accounts/{account}/boards/{board}/images";

/** Pictures that tiles of a board show. */
export const boardImageRoutes = defineRoutes("Boards", {
  addBoardImage: {
    method: "POST",
    path,
    access: "viewer",
    scope: board.scopes.write,
    summary: "Add an image to a board",
    description:
      `A whole PNG, JPEG or WebP of at most ${boardImageBytesMax / 1024} KiB and 4096 by 4096 pixels, with nothing behind its end. ` +
      `A board can have ${boardImagesMax}. Name the image in a tile. It is deleted with its last tile or its board, and after a day if no tile names it. ` +
      "A board of the account needs an editor; viewers can do this with their own boards.",
    params: boardParams,
    bodyType: "bytes",
    bodyMediaTypes: ["image/*"],
    bodyBytesMax: boardImageBytesMax,
    status: 201,
    answer: z.object({ image: z.string().describe("UUID.") }).meta({ id: "AddedImage" }),
  },
  showBoardImage: {
    method: "GET",
    path: `${path}/{image}`,
    access: "viewer",
    scope: board.scopes.read,
    summary: "Show an image of a board",
    params: boardParams.extend({ image: z.uuid() }),
    answer: { stream: ["image/png", "image/jpeg", "image/webp"] },
  },
});
