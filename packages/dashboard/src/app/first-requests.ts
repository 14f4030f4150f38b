import { call } from "../api/client.ts";
import { chooseAccount, isOtherShown, preferredAccount } from "../api/current-account.ts";
import { queryClient } from "../api/queries.ts";
import { boardQuery } from "../pages/boards/board-query.ts";

/**
 * Requests the session before any component is drawn, so that the answer arrives while the page is still loading.
 * `SignedInOnly` makes the same request and finds the answer in the cache.
 */
export function askForSession(): void {
  void queryClient.prefetchQuery(session);
}

const session = {
  queryKey: ["showSession", {}],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => call("showSession", { signal }),
};

/** Requests a board as soon as the account is known. Drawing the shell takes longer than the answer. */
export function askForBoard(uuid: string): void {
  const ask = async () => {
    const { accounts } = await queryClient.ensureQueryData(session);
    const account = preferredAccount(accounts.map((one) => one.uuid));
    if (account === undefined || isOtherShown(account)) return;
    chooseAccount(account);
    await queryClient.prefetchQuery(boardQuery(uuid));
  };
  // The page asks again and shows what is wrong.
  ask().catch(() => undefined);
}
