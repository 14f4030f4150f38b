import { randomUUID } from "node:crypto";
import type { boardImageRoutes } from "@weir/protocol/manage/board-image-routes";
import { boardImagesMax } from "@weir/protocol/manage/board-limits";
import { countBoardImages, insertBoardImage, readBoardImage } from "../../control/boards/board-images.ts";
import { commitChange } from "../core/commit-change.ts";
import type { HandlersOf } from "../core/handler.ts";
import { refuse, succeed } from "../core/manage-error.ts";
import { editorOf } from "../core/owner-rules.ts";
import { pictureAnswer } from "../core/pictures/picture-answer.ts";
import { badPicture, pictureType } from "../core/pictures/picture-type.ts";
import { boards } from "./boards.ts";

/** An image never changes, but who may see it does. */
const caching = "private, max-age=3600";

export const boardImageHandlers: HandlersOf<typeof boardImageRoutes> = {
  async addBoardImage(context, { params, body }) {
    const { control } = context;
    const mediaType = pictureType(body);
    if (mediaType === null) return refuse("bad_picture", badPicture);
    const uuid = randomUUID();
    return commitChange(control, async (tx) => {
      const board = await boards.operations.findExpected(tx, editorOf(context), params.board, null);
      if (!board.ok) return board;
      if ((await countBoardImages(tx, board.value.id)) >= boardImagesMax) {
        return refuse("too_many_images", `A board can have at most ${boardImagesMax} images.`);
      }
      await insertBoardImage(tx, board.value, { uuid, mediaType, bytes: body }, control.nowUs());
      const after = { name: board.value.name, type: mediaType, bytes: body.length };
      const action = { ...boards.operations.actionOn("add-image", board.value), after };
      return succeed({ value: { image: uuid }, audit: [action], changes: [] });
    });
  },

  async showBoardImage(context, { params }) {
    const { db } = context.control;
    const board = await boards.operations.find(db, editorOf(context), params.board);
    if (!board.ok) return board;
    const image = await readBoardImage(db, board.value.id, params.image);
    if (image === null) return refuse("unknown_image", "The board has no such image.");
    return pictureAnswer(image, caching);
  },
};
