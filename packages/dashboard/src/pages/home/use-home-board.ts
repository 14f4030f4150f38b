import { useQuery } from "@tanstack/react-query";
import { pinnedOverview } from "@weir/protocol/manage/pinned-overview";
import { isGone } from "../../api/problem.ts";
import { useCall } from "../../api/queries.ts";
import { useSession } from "../../app/session.tsx";
import { boardQuery } from "../boards/board-query.ts";
import type { Board, BoardDefinition } from "../boards/model/board.ts";

/** What Home shows. */
export interface HomeBoard {
  /** Null for the overview. */
  readonly board: Board | null;
  readonly definition: BoardDefinition;
  /** Whether the person has pinned a board that is gone. */
  readonly isPinGone: boolean;
}

export interface LoadedHomeBoard {
  readonly data: HomeBoard | undefined;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** Somebody else may be changing the board. */
const refreshMs = 60_000;

/**
 * The board that the person has pinned, else the default board of the account, else the overview. A board that was deleted,
 * or that the person may no longer see, is passed over.
 */
export function useHomeBoard(): LoadedHomeBoard {
  const { pinned, default: usual } = useSession().account.home_board;
  const wantsOverview = pinned === pinnedOverview;
  const own = useBoardOrNone(wantsOverview ? null : pinned);
  const isPinGone = isGone(own.error);
  const hasOwn = pinned !== null && !wantsOverview && !isPinGone;
  const common = useBoardOrNone(hasOwn || wantsOverview ? null : usual);
  const isOverview = !hasOwn && (wantsOverview || usual === null || isGone(common.error));
  // It stays as it is while the page is open, so that tiles keep their places.
  const overview = useCall("showOverview", {}, { enabled: isOverview, staleTime: Number.POSITIVE_INFINITY });
  const { data, ...asked } = hasOwn ? own : common;
  if (isOverview) return { ...overview, data: overview.data && shownOf(null, overview.data, isPinGone) };
  return { ...asked, data: data && shownOf(data.value, data.value, isPinGone) };
}

function useBoardOrNone(uuid: string | null) {
  return useQuery({ ...boardQuery(uuid ?? ""), enabled: uuid !== null, refetchInterval: refreshMs });
}

function shownOf(board: Board | null, { definition }: { definition: object }, isPinGone: boolean): HomeBoard {
  // The server answers it with all defaults filled in.
  return { board, definition: definition as BoardDefinition, isPinGone };
}
