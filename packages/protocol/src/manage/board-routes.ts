import { z } from "zod";
import { board } from "../resources/board.ts";
import { boardDefinition, boardName, boardOwner, boardParams, boardVersion } from "./board-forms.ts";
import { boardVersionsMax } from "./board-versions-max.ts";
import { defineRoutes } from "./route.ts";

const path = "/accounts/{account}/boards/{board}";
const { answer: shownBoard } = board.routes.showBoard;
const readable = { access: "viewer", scope: board.scopes.read } as const;
/** Viewers change their own boards. Boards of the account need an editor, which the operations check. */
const writable = { access: "viewer", scope: board.scopes.write } as const;
const filling = { ...writable, scope: board.scopes.update } as const;
const needsEditor = "A board of the account needs an editor; viewers can do this with their own boards.";
const versionNumber = z.number().int().min(1).max(1_000_000_000);

/** What can be done with a board besides what can be done with every resource. */
export const boardRoutes = defineRoutes("Boards", {
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
    answer: shownBoard,
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
    ...filling,
    summary: "Restore an earlier version of a board",
    description: `${needsEditor} Its name and definition become the newest version, so this can be undone too.`,
    params: boardParams,
    body: z.strictObject({ version: versionNumber }),
    answer: shownBoard,
    versioned: true,
  },
});
