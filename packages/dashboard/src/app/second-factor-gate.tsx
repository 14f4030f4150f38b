import { type ReactNode, useState } from "react";
import { lazyPart } from "../ui/lazy-part.tsx";
import { useSession } from "./session.tsx";

const SecondFactorPage = lazyPart<{ onDone: () => void }>(async () => {
  const { SecondFactorPage: page } = await import("../pages/entry/second-factor-page.tsx");
  return page;
});

/**
 * Shows its children unless the account requires two-step sign-in and the person has not set it up. The set-up stays
 * open until the person confirms, because its last step shows the recovery codes after the requirement is already met.
 */
export function SecondFactorGate({ children }: { readonly children: ReactNode }) {
  const { account, user } = useSession();
  const isNeeded = account.second_factor_required && !user.totp;
  const [isShown, setIsShown] = useState(isNeeded);
  if (isNeeded && !isShown) setIsShown(true);
  return isShown ? <SecondFactorPage onDone={() => setIsShown(false)} /> : children;
}
