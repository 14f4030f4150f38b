import { pinnedOverview } from "@weir/protocol/manage/pinned-overview";
import { chooseAccount, isOtherShown, preferredAccount } from "../api/current-account.ts";
import { callQuery, queryClient } from "../api/queries.ts";
import type { CallAnswer } from "../api/route-types.ts";
import { boardQuery } from "../pages/boards/board-query.ts";

type Account = CallAnswer<"showSession">["accounts"][number];

const session = callQuery("showSession", {});

/**
 * Requests the session before any component is drawn, so that the answer arrives while the page is still loading.
 * `SignedInOnly` makes the same request and finds the answer in the cache.
 */
export function askForSession(): void {
  void queryClient.prefetchQuery(session);
}

/** Requests a board as soon as the account is known. Drawing the shell takes longer than the answer. */
export function askForBoard(uuid: string): void {
  inAccount(() => queryClient.prefetchQuery(boardQuery(uuid)));
}

/** Requests what Home waits for as soon as the account is known: whether there are devices, and the board. */
export function askForHome(): void {
  inAccount(({ home_board: { pinned, default: usual } }) => {
    const board = pinned ?? usual ?? pinnedOverview;
    return Promise.all([
      queryClient.prefetchQuery(callQuery("countDevices", {})),
      board === pinnedOverview
        ? queryClient.prefetchQuery(callQuery("showOverview", {}))
        : queryClient.prefetchQuery(boardQuery(board)),
    ]);
  });
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
