import type { HomeBoard } from "@weir/protocol/manage/home-board";
import { call } from "../api/client.ts";
import { currentAccount } from "../api/current-account.ts";
import { messageOf } from "../api/problem.ts";
import { queryClient } from "../api/query-client.ts";
import type { CallAnswer } from "../api/route-types.ts";
import { toast } from "../ui/toast.tsx";

/** Pins a board, or the overview, to the person's Home, and offers to undo that. */
export async function pinBoard(
  board: HomeBoard["pinned"],
  { said, before }: { readonly said: string; readonly before?: HomeBoard },
): Promise<void> {
  try {
    showAsKept(await call("pinBoard", { body: { board } }));
    const undo = before && (() => void pinBoard(before.pinned, { said: "Undone." }));
    toast(said, "ok", undo);
  } catch (error) {
    toast(messageOf(error), "bad");
  }
}

/** Chooses the board of everyone who has pinned none. */
export async function setDefaultBoard(board: string | null): Promise<void> {
  showAsKept(await call("setDefaultBoard", { body: { board } }));
}

/** The session says which board is on Home, so that Home can ask for it at once. */
function showAsKept(kept: HomeBoard): void {
  const account = currentAccount();
  queryClient.setQueriesData<CallAnswer<"showSession">>(
    { queryKey: ["showSession"] },
    (known) =>
      known && {
        ...known,
        accounts: known.accounts.map((one) => (one.uuid === account ? { ...one, home_board: kept } : one)),
      },
  );
}
