import type { Owner } from "@weir/protocol/closed-sets";
import { board } from "@weir/protocol/resources/board";
import { copyBoardImages } from "../../control/boards/board-images.ts";
import { findBoardVersion } from "../../control/boards/board-versions.ts";
import { type Board, boardRows } from "../../control/boards/boards.ts";
import type { Control } from "../../control/control.ts";
import type { ExpectedVersion } from "../../web/expected-version.ts";
import { commitChange } from "../core/commit-change.ts";
import { type Refusal, type Result, refuse } from "../core/manage-error.ts";
import type { Editor } from "../core/owner-rules.ts";
import { serveResource } from "../core/resources/serve-resource.ts";

export const boards = serveResource(board, {
  rows: boardRows,
  // The definition may be larger than an entry, and its versions are kept.
  audited: ({ definition }) => ({ tiles: definition.tiles.length }),
});

/** Copies a board that the editor may see, whoever may change it. */
export async function duplicateBoard(
  control: Control,
  editor: Editor,
  uuid: string,
  { owner, name }: { readonly owner: Owner; readonly name: string },
): Promise<Result<Board>> {
  return commitChange(control, async (tx) => {
    const original = await boards.operations.find(tx, editor, uuid);
    if (!original.ok) return original;
    const { id, definition } = original.value;
    const copied = await boards.operations.add(control, tx, editor, { owner, name, definition });
    if (copied.ok) await copyBoardImages(tx, id, copied.value.value);
    return copied;
  });
}

/** Makes the name and definition of an earlier version the newest version. */
export async function restoreBoard(
  control: Control,
  editor: Editor,
  uuid: string,
  { version, expected }: { readonly version: number; readonly expected: ExpectedVersion },
): Promise<Result<Board>> {
  return commitChange(control, async (tx) => {
    const found = await boards.operations.findExpected(tx, editor, uuid, expected);
    if (!found.ok) return found;
    const before = found.value;
    const earlier = await findBoardVersion(tx, before.id, version);
    if (earlier === null) return refuseVersion(before, version);
    const { name, definition } = earlier;
    const change = { before, patch: { name, definition }, act: "restore" };
    return boards.operations.change(control, tx, change);
  });
}

export function refuseVersion({ name }: Board, version: number): Refusal {
  return refuse("unknown_version", `The board "${name}" has no version ${version}, or it is no longer kept.`);
}
