import { pinnedOverview } from "@weir/protocol/manage/pinned-overview";
import { chooseAccount, isOtherShown, preferredAccount } from "../api/current-account.ts";
import { callQuery, queryClient } from "../api/query-client.ts";
import type { CallAnswer } from "../api/route-types.ts";
import { boardQuery } from "../pages/boards/board-query.ts";
import { askForTiles } from "../pages/boards/data/tile-queries.ts";
import type { BoardDefinition } from "../pages/boards/model/board.ts";

type Account = CallAnswer<"showSession">["accounts"][number];

const session = callQuery("showSession", {});

/**
 * Requests what the page at this path shows first. Resolves once it is answered, and at once for pages that ask for
 * themselves.
 */
export async function askForPage(path: string): Promise<void> {
  if (path === "/") return askForHome();
  const board = /^\/boards\/([^/]+)$/.exec(path)?.[1];
  if (board !== undefined) return askForBoard(board);
}

/**
 * Requests the session before any component is drawn, so that the answer arrives while the page is still loading.
 * `SignedInOnly` makes the same request and finds the answer in the cache.
 */
export function askForSession(): void {
  void queryClient.prefetchQuery(session);
}

/** Requests a board and what its tiles show as soon as the account is known. Resolves once that is answered. */
export function askForBoard(uuid: string): Promise<void> {
  return inAccount(() => askWithTiles(uuid));
}

/** Requests what Home waits for as soon as the account is known: whether there are devices, and the board with its values. */
export function askForHome(): Promise<void> {
  return inAccount(({ home_board: { pinned, default: usual } }) =>
    Promise.all([
      queryClient.prefetchQuery(callQuery("countDevices", {})),
      askWithTiles(pinned ?? usual ?? pinnedOverview),
    ]),
  );
}

async function askWithTiles(board: string): Promise<void> {
  const definition =
    board === pinnedOverview
      ? (await queryClient.ensureQueryData(callQuery("showOverview", {}))).definition
      : (await queryClient.ensureQueryData(boardQuery(board))).value.definition;
  // The server answers it with all defaults filled in.
  await askForTiles(definition as BoardDefinition);
}

/** Does nothing if the page shows another account. */
async function inAccount(ask: (account: Account) => Promise<unknown>): Promise<void> {
  try {
    const { accounts } = await queryClient.ensureQueryData(session);
    const uuid = preferredAccount(accounts.map((one) => one.uuid));
    const account = accounts.find((one) => one.uuid === uuid);
    if (account === undefined || isOtherShown(account.uuid)) return;
    chooseAccount(account.uuid);
    await ask(account);
  } catch {
    // The page asks again and shows what is wrong.
  }
}
