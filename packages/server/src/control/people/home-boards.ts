import type { HomeBoard } from "@weir/protocol/manage/home-board";
import type { ControlData, ControlTransaction } from "../control.ts";
import type { Viewer } from "../owned-rows.ts";

/** Returns which board is on the viewer's Home. API keys and the operator have pinned none. */
export async function homeBoardOf(
  db: ControlData,
  { accountId, userId }: Pick<Viewer, "accountId" | "userId">,
): Promise<HomeBoard> {
  const account = await db
    .selectFrom("accounts")
    .select("default_board as default")
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  if (userId === null) return { pinned: null, ...account };
  const own = await db
    .selectFrom("memberships")
    .select("pinned_board as pinned")
    .where("account_id", "=", accountId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return { pinned: own?.pinned ?? null, ...account };
}

export async function updatePinnedBoard(
  tx: ControlTransaction,
  { accountId, userId }: { readonly accountId: number; readonly userId: number },
  board: HomeBoard["pinned"],
): Promise<void> {
  await tx
    .updateTable("memberships")
    .set({ pinned_board: board })
    .where("account_id", "=", accountId)
    .where("user_id", "=", userId)
    .execute();
}
