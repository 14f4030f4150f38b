import { isAtLeast, type Role } from "@weir/protocol/manage/access";
import { createContext, type ReactNode, useContext, useEffect } from "react";
import {
  chooseAccount,
  chooseAccountOfNextPage,
  isOtherShown,
  preferredAccount,
} from "../api/current-account.ts";
import { isProblem } from "../api/problem.ts";
import { useCall } from "../api/queries.ts";
import { queryClient } from "../api/query-client.ts";
import type { CallAnswer } from "../api/route-types.ts";
import { Failure, Loading } from "../ui/states.tsx";
import { usePreferences } from "./preferences.ts";
import { SignInAgain } from "./sign-in-again.tsx";

type SignedIn = CallAnswer<"showSession">;
type Account = SignedIn["accounts"][number];

/** Who is signed in, and in which account. */
export interface Session {
  readonly user: SignedIn["user"];
  readonly accounts: readonly Account[];
  readonly account: Account;
  readonly server: SignedIn["server"];
  /** Switches to another account. */
  readonly switchTo: (uuid: string) => void;
}

const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("Nobody is signed in.");
  return session;
}

/** The address at which programs and devices reach the server, as far as the server knows it. */
export function usePublicUrl(): string {
  return useSession().server.public_url ?? location.origin;
}

/** Whether the person has at least this role. */
export function useMay(role: Role): boolean {
  return isAtLeast(useSession().account.role, role);
}

/** Whether there is a cluster, and the person may see how it is doing. */
export function useMaySeeCluster(): boolean {
  const { user, server } = useSession();
  return server.cluster && user.owns_installation;
}

const againEveryMs = 3000;

/**
 * Shows its children if somebody is signed in and belongs to an account; otherwise shows what to do about it.
 * If the session ends, the children stay as they are, hidden, until somebody signs in again.
 */
export function SignedInOnly({
  children,
  signIn,
  signInAgain,
  noAccount,
}: {
  readonly children: ReactNode;
  readonly signIn: ReactNode;
  readonly signInAgain: ReactNode;
  readonly noAccount: ReactNode;
}) {
  const result = useCall(
    "showSession",
    {},
    {
      staleTime: 60_000,
      // An unreachable server may be back at any moment.
      refetchInterval: ({ state: { error } }) => (isUnreachable(error) ? againEveryMs : false),
    },
  );
  const isSignedOut = isProblem(result.error) && result.error.status === 401;
  if (result.data === undefined) {
    if (isSignedOut) return signIn;
    return result.isError ? (
      <Failure error={result.error} onRetry={() => void result.refetch()} />
    ) : (
      <Loading what="Loading Weir" />
    );
  }
  const { user, accounts, server } = result.data;
  const uuid = preferredAccount(accounts.map((account) => account.uuid));
  const account = accounts.find((candidate) => candidate.uuid === uuid);
  if (account === undefined) return noAccount;
  if (isOtherShown(account.uuid)) return <SwitchAway to={account.uuid} />;
  chooseAccount(account.uuid);
  return (
    <SessionContext value={{ user, accounts, account, server, switchTo }}>
      <AsPreferred user={user} />
      {/* Another person or account gets new pages, so that nothing of the previous one is left over. */}
      <div key={`${user.uuid} ${account.uuid}`} className="contents">
        {children}
      </div>
      {isSignedOut && <SignInAgain>{signInAgain}</SignInAgain>}
    </SessionContext>
  );
}

/** Applied before the pages are drawn, so that times and colours are right from the start. */
function AsPreferred({ user }: Pick<Session, "user">) {
  usePreferences(user.preferences);
  return null;
}

function isUnreachable(error: unknown): boolean {
  return isProblem(error) && (error.status === 0 || error.status >= 500);
}

/** Leaves an account of which the person is no longer a member. */
function SwitchAway({ to }: { readonly to: string }) {
  useEffect(() => switchTo(to), [to]);
  return <Loading what="Switching accounts" />;
}

/** Reloads the page, because everything shown so far belongs to the other account. */
export function switchTo(uuid: string): void {
  chooseAccountOfNextPage(uuid);
  location.assign("/");
}

/** Opens the limits of another account, after switching to it. */
export function openLimitsOf(uuid: string): void {
  chooseAccountOfNextPage(uuid);
  location.assign("/system/limits");
}

/** Opens the current page in another account. */
export function openHereIn(uuid: string): void {
  chooseAccountOfNextPage(uuid);
  location.reload();
}

/** Forgets everything that belongs to the session that has ended. */
export function forgetSession(): void {
  queryClient.clear();
}
