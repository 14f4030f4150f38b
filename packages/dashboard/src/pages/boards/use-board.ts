import { useQuery } from "@tanstack/react-query";
import { isAtLeast } from "@weir/protocol/manage/access";
import { callVersioned, type Versioned } from "../../api/client.ts";
import { useSession } from "../../app/session.tsx";
import type { Board, ListedBoard } from "./model/board.ts";

/** A board and its version, which saving needs. */
export function useBoard(board: string) {
  const input = { params: { board } };
  return useQuery({
    queryKey: ["showBoard", input],
    queryFn: ({ signal }) => callVersioned("showBoard", { ...input, signal }) as Promise<Versioned<Board>>,
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
