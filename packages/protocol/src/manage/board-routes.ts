import { z } from "zod";
import { accountParams } from "./account-params.ts";
import {
  board,
  boardBodyBytesMax,
  boardDefinition,
  boardName,
  boardOwner,
  boardParams,
  boardVersion,
  boardVersionsMax,
  listedBoard,
} from "./board-forms.ts";
import { defineRoutes } from "./route.ts";

const listPath = "/accounts/{account}/boards";
const path = `${listPath}/{board}`;
const readable = { access: "viewer", scope: "boards:read" } as const;
/** Viewers change their own boards. Boards of the account need an editor, which the operations check. */
const writable = { access: "viewer", scope: "boards:write" } as const;
/** Whoever has a share link of a board sees the values of its tiles, so a key that chooses tiles must be allowed to read values. */
const sending = {
  ...writable,
  scope: { allOf: ["boards:write", "readings:read"] },
} as const;
const needsEditor = "A board of the account needs an editor; viewers can do this with their own boards.";
const versionNumber = z.number().int().min(1).max(1_000_000_000);

export const boardRoutes = defineRoutes("Boards", {
  listBoards: {
    method: "GET",
    path: listPath,
    ...readable,
    summary: "List boards",
    description:
      "The boards of the account and the caller's own boards, by name. An API key sees only boards of the account.",
    params: accountParams,
    answer: z.object({ items: z.array(listedBoard), next: z.null() }),
  },
  createBoard: {
    method: "POST",
    path: listPath,
    ...sending,
    summary: "Create or import a board",
    description:
      `${needsEditor} Without a definition, the board is empty. The definition of another board, also from ` +
      "another account or server, can be used. Devices and groups that do not exist are shown as missing. " +
      "An API key creates only boards of the account.",
    params: accountParams,
    body: z
      .strictObject({
        name: boardName,
        owner: boardOwner.default("account"),
        definition: boardDefinition.optional(),
      })
      .meta({ id: "NewBoard" }),
    bodyBytesMax: boardBodyBytesMax,
    status: 201,
    answer: board,
    versioned: true,
  },
  showBoard: {
    method: "GET",
    path,
    ...readable,
    summary: "Show a board with its definition",
    params: boardParams,
    answer: board,
    versioned: true,
  },
  updateBoard: {
    method: "PATCH",
    path,
    ...sending,
    summary: "Change a board",
    description: `${needsEditor} Fields that are left out do not change. The definition is replaced as a whole.`,
    params: boardParams,
    body: z
      .strictObject({ name: boardName.optional(), definition: boardDefinition.optional() })
      .meta({ id: "BoardPatch" }),
    bodyBytesMax: boardBodyBytesMax,
    answer: board,
    versioned: true,
  },
  deleteBoard: {
    method: "DELETE",
    path,
    ...writable,
    summary: "Delete a board with its versions",
    description: needsEditor,
    params: boardParams,
    answer: null,
    versioned: true,
  },
  duplicateBoard: {
    method: "POST",
    path: `${path}/duplicate`,
    ...writable,
    summary: "Duplicate a board",
    description:
      "The copy is a board of the account, which needs an editor, or the caller's own. It starts with version 1.",
    params: boardParams,
    body: z.strictObject({ name: boardName, owner: boardOwner }),
    status: 201,
    answer: board,
    versioned: true,
  },
  listBoardVersions: {
    method: "GET",
    path: `${path}/versions`,
    ...readable,
    summary: "List the versions of a board, the newest first",
    description: `The last ${boardVersionsMax} versions are kept and fit in one answer.`,
    params: boardParams,
    answer: z.object({ items: z.array(boardVersion), next: z.null() }),
  },
  showBoardVersion: {
    method: "GET",
    path: `${path}/versions/{version}`,
    ...readable,
    summary: "Show a version of a board",
    params: boardParams.extend({ version: z.coerce.number().pipe(versionNumber) }),
    answer: boardVersion.extend({ definition: boardDefinition }),
  },
  restoreBoardVersion: {
    method: "POST",
    path: `${path}/restore`,
    ...sending,
    summary: "Restore an earlier version of a board",
    description: `${needsEditor} Its name and definition become the newest version, so this can be undone too.`,
    params: boardParams,
    body: z.strictObject({ version: versionNumber }),
    answer: board,
    versioned: true,
  },
});
