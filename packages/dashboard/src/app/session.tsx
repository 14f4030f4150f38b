import type { Role } from "@weir/protocol/manage/access";
import { createContext, type ReactNode, useContext } from "react";
import { chooseAccount, preferredAccount } from "../api/current-account.ts";
import { isProblem } from "../api/problem.ts";
import { queryClient, useCall } from "../api/queries.ts";
import type { CallAnswer } from "../api/route-types.ts";
import { Failure, Loading } from "../ui/states.tsx";

export type SignedIn = CallAnswer<"showSession">;
export type Account = SignedIn["accounts"][number];

/** Who is signed in, and in which account. */
export interface Session {
  readonly user: SignedIn["user"];
  readonly accounts: readonly Account[];
  readonly account: Account;
  readonly server: SignedIn["server"];
  /** Shows another account from now on. */
  readonly switchTo: (uuid: string) => void;
}

const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("Nobody is signed in here.");
  return session;
}

/** Where programs and devices reach the server, as far as is known. */
export function usePublicUrl(): string {
  return useSession().server.public_url ?? location.origin;
}

const ranks: Record<Role, number> = { viewer: 0, editor: 1, owner: 2 };

/** Whether the person may do what takes this role. */
export function useMay(role: Role): boolean {
  return ranks[useSession().account.role] >= ranks[role];
}

/** Shows its children to somebody who is signed in and belongs to an account; else what is to be done about it. */
export function SignedInOnly({
  children,
  signIn,
  noAccount,
}: {
  readonly children: ReactNode;
  readonly signIn: ReactNode;
  readonly noAccount: ReactNode;
}) {
  const result = useCall("showSession", {}, { staleTime: 60_000 });
  if (result.isError && isProblem(result.error) && result.error.status === 401) return signIn;
  if (result.data === undefined) {
    return result.isError ? (
      <Failure error={result.error} onRetry={() => void result.refetch()} />
    ) : (
      <Loading what="Opening Weir" />
    );
  }
  const { user, accounts, server } = result.data;
  const uuid = preferredAccount(accounts.map((account) => account.uuid));
  const account = accounts.find((candidate) => candidate.uuid === uuid);
  if (account === undefined) return noAccount;
  chooseAccount(account.uuid);
  return (
    <SessionContext value={{ user, accounts, account, server, switchTo }}>
      {/* Another account is another set of pages: nothing of the last one may be left over. */}
      <div key={account.uuid} className="contents">
        {children}
      </div>
    </SessionContext>
  );
}

/** Everything shown so far was of the other account. */
function switchTo(uuid: string): void {
  chooseAccount(uuid);
  location.assign("/");
}

/** What was on the screen is nobody's any more. */
export function forgetSession(): void {
  queryClient.clear();
}
