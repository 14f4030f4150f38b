import { z } from "zod";
import { accountParams } from "./account-params.ts";
import { boardDefinition } from "./board-forms.ts";
import { homeBoard, pinnedBoard } from "./home-board.ts";
import { defineRoutes } from "./route.ts";

const path = "/accounts/{account}/home-board";

/** Which board a member sees on Home. */
export const homeBoardRoutes = defineRoutes("Boards", {
  showHomeBoard: {
    method: "GET",
    path,
    summary: "Show which board is on Home",
    description:
      "The board may have been deleted since. Home then shows the account's board, else the overview.",
    access: "viewer",
    scope: "boards:read",
    params: accountParams,
    answer: homeBoard,
  },
  pinBoard: {
    method: "PUT",
    path: `${path}/pinned`,
    summary: "Pin a board to your Home",
    description: "Applies only to you, in this account, in every browser.",
    access: "viewer",
    scope: null,
    params: accountParams,
    body: z.strictObject({ board: pinnedBoard }),
    answer: homeBoard,
  },
  setDefaultBoard: {
    method: "PUT",
    path: `${path}/default`,
    summary: "Choose the board on Home for members who have pinned none",
    description: "A board of the account. Null: the overview.",
    access: "editor",
    scope: "boards:write",
    params: accountParams,
    body: z.strictObject({ board: z.uuid().nullable() }),
    answer: homeBoard,
  },
  showOverview: {
    method: "GET",
    path: "/accounts/{account}/overview",
    summary: "Show the overview",
    description:
      "A definition of a board that is made from the devices that connected last and their most common sensors. It is not stored; " +
      "create a board with it to change it.",
    access: "viewer",
    scope: "devices:read",
    params: accountParams,
    answer: z.object({ definition: boardDefinition }).meta({ id: "Overview" }),
  },
});
