import { useQuery } from "@tanstack/react-query";
import { isAtLeast } from "@weir/protocol/manage/access";
import { useSession } from "../../app/session.tsx";
import { boardQuery } from "./board-query.ts";
import type { ListedBoard } from "./model/board.ts";

export function useBoard(board: string) {
  return useQuery({
    ...boardQuery(board),
    // Somebody else may be changing it. A board on a wall shows that soon.
    refetchInterval: 60_000,
  });
}

/** Whether the person may change the board: their own, and with the right role those of the account. */
export function useMayChange(): (board: Pick<ListedBoard, "owner">) => boolean {
  const { role } = useSession().account;
  return ({ owner }) => owner === "person" || isAtLeast(role, "editor");
}

/** Routes whose answers change with a board. */
export const changedByBoards = ["listBoards", "showBoard", "listBoardVersions"] as const;
