import type { HomeBoard } from "@weir/protocol/manage/home-board";
import { pinnedOverview } from "@weir/protocol/manage/pinned-overview";
import { updateAccount } from "../../control/accounts/accounts.ts";
import { nothingToAudit } from "../../control/audit/audited-action.ts";
import type { Control } from "../../control/control.ts";
import { homeBoardOf, updatePinnedBoard } from "../../control/people/home-boards.ts";
import { boards } from "../boards/boards.ts";
import { commitChange } from "../core/commit-change.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";
import type { Editor } from "../core/owner-rules.ts";

/** Pins a board that the person may see, or the overview, to their Home. */
export function pinBoard(
  control: Control,
  editor: Editor & { readonly userId: number },
  board: HomeBoard["pinned"],
): Promise<Result<HomeBoard>> {
  return commitChange(control, async (tx) => {
    if (board !== null && board !== pinnedOverview) {
      const found = await boards.operations.find(tx, editor, board);
      if (!found.ok) return found;
    }
    const before = await homeBoardOf(tx, editor);
    if (before.pinned === board)
      return succeed({ value: before, audit: nothingToAudit("nothing was changed"), changes: [] });
    await updatePinnedBoard(tx, editor, board);
    const after = await homeBoardOf(tx, editor);
    const { accountId } = editor;
    const change = { before: { board: before.pinned }, after: { board: after.pinned } };
    const subject = { subjectKind: "user", subject: control.actor.name };
    const audit = [{ accountId, action: "user.pin-board", ...subject, ...change }] as const;
    return succeed({ value: after, audit, changes: [] });
  });
}

/** Sets the board on Home for members who have pinned none. Every member must be able to see it. */
export function setDefaultBoard(
  control: Control,
  editor: Editor,
  account: { readonly uuid: string },
  board: string | null,
): Promise<Result<HomeBoard>> {
  const { accountId } = editor;
  return commitChange(control, async (tx) => {
    const found = board === null ? null : await boards.operations.find(tx, editor, board);
    if (found?.ok === false) return found;
    if (found !== null && found.value.userId !== null)
      return refuse(
        "own_board",
        "Only you can see this board. Duplicate it as a board of the account, and choose the copy.",
      );
    const before = await homeBoardOf(tx, editor);
    await updateAccount(tx, accountId, { default_board: board });
    const after = await homeBoardOf(tx, editor);
    const change = { before: { board: before.default }, after: { board: after.default } };
    const action = "account.set-default-board";
    const audit = [{ accountId, action, subjectKind: "account", subject: account.uuid, ...change }] as const;
    return succeed({ value: after, audit, changes: [] });
  });
}
