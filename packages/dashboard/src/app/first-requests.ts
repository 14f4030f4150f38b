import { pinnedOverview } from "@weir/protocol/manage/pinned-overview";
import { chooseAccount, isOtherShown, preferredAccount } from "../api/current-account.ts";
import { callQuery, queryClient } from "../api/queries.ts";
import type { CallAnswer } from "../api/route-types.ts";
import { boardQuery } from "../pages/boards/board-query.ts";
import type { BoardDefinition } from "../pages/boards/model/board.ts";

type Account = CallAnswer<"showSession">["accounts"][number];

const session = callQuery("showSession", {});

/**
 * Requests the session before any component is drawn, so that the answer arrives while the page is still loading.
 * `SignedInOnly` makes the same request and finds the answer in the cache.
 */
export function askForSession(): void {
  void queryClient.prefetchQuery(session);
}

/** Requests a board and what its tiles show as soon as the account is known. Drawing the shell takes longer than the answers. */
export function askForBoard(uuid: string): void {
  const tiles = loadTiles();
  inAccount(() => askWithTiles(uuid, tiles));
}

/** Requests what Home waits for as soon as the account is known: whether there are devices, and the board with its values. */
export function askForHome(): void {
  const tiles = loadTiles();
  inAccount(({ home_board: { pinned, default: usual } }) =>
    Promise.all([
      queryClient.prefetchQuery(callQuery("countDevices", {})),
      askWithTiles(pinned ?? usual ?? pinnedOverview, tiles),
    ]),
  );
}

/** Comes with the code that every board needs. Null if it cannot be loaded. */
const loadTiles = () => import("../pages/boards/data/tile-queries.ts").catch(() => null);

async function askWithTiles(board: string, tiles: ReturnType<typeof loadTiles>): Promise<void> {
  const definition =
    board === pinnedOverview
      ? (await queryClient.ensureQueryData(callQuery("showOverview", {}))).definition
      : (await queryClient.ensureQueryData(boardQuery(board))).value.definition;
  // The server answers it with all defaults filled in.
  (await tiles)?.askForTiles(definition as BoardDefinition);
}

/** Does nothing if the page shows another account. */
function inAccount(ask: (account: Account) => Promise<unknown>): void {
  const askOnceKnown = async () => {
    const { accounts } = await queryClient.ensureQueryData(session);
    const uuid = preferredAccount(accounts.map((one) => one.uuid));
    const account = accounts.find((one) => one.uuid === uuid);
    if (account === undefined || isOtherShown(account.uuid)) return;
    chooseAccount(account.uuid);
    await ask(account);
  };
  // The page asks again and shows what is wrong.
  askOnceKnown().catch(() => undefined);
}
