import { type ReactNode, useState } from "react";
import { lazyPart } from "../ui/lazy-part.tsx";
import { useSession } from "./session.tsx";

const SecondFactorPage = lazyPart<{ onDone: () => void }>(async () => {
  const { SecondFactorPage: page } = await import("../pages/entry/second-factor-page.tsx");
  return page;
});

/**
 * Shows its children unless the account requires two-step sign-in and the person has none. The set-up stays until they say
 * that they are done: the last step shows recovery codes, when the requirement is met already.
 */
export function SecondFactorGate({ children }: { readonly children: ReactNode }) {
  const { account, user } = useSession();
  const isNeeded = account.second_factor_required && !user.totp;
  const [isShown, setIsShown] = useState(isNeeded);
  if (isNeeded && !isShown) setIsShown(true);
  return isShown ? <SecondFactorPage onDone={() => setIsShown(false)} /> : children;
}
