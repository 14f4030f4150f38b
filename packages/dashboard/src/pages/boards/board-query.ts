import { callVersioned, type Versioned } from "../../api/client.ts";
import type { Board } from "./model/board.ts";

/** Loads a board and its version, which saving needs. */
export function boardQuery(board: string) {
  const input = { params: { board } };
  return {
    queryKey: ["showBoard", input],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      callVersioned("showBoard", { ...input, signal }) as Promise<Versioned<Board>>,
  };
}
