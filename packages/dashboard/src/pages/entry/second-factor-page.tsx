import { useState } from "react";
import { refresh } from "../../api/queries.ts";
import { signOut } from "../../app/rail.tsx";
import { useSession } from "../../app/session.tsx";
import { Button } from "../../ui/button.tsx";
import { TwoStepSetUp } from "../settings/two-step-set-up.tsx";
import { EntryFrame } from "./entry-frame.tsx";

/**
 * For members of an account that requires two-step sign-in, until they have set it up and saved their recovery codes.
 */
export function SecondFactorPage({ onDone }: { readonly onDone: () => void }) {
  const { account, accounts, switchTo } = useSession();
  const [isBegun, setIsBegun] = useState(false);
  // The page behind this one depends on the session, whose new state may not have arrived yet.
  const leave = async () => {
    await refresh("showSession");
    onDone();
  };
  const others = accounts.filter(({ uuid }) => uuid !== account.uuid);
  return (
    <EntryFrame
      title="Set up two-step sign-in"
      intro={
        <>
          <strong className="text-text">{account.name}</strong> requires it. You sign in with your password
          and a code from an app on your phone. Set it up to continue.
        </>
      }
      foot={
        <span className="flex flex-col items-center gap-1">
          {others.map(({ uuid, name }) => (
            <Button key={uuid} look="quiet" onClick={() => switchTo(uuid)}>
              Switch to {name}
            </Button>
          ))}
          <Button look="quiet" onClick={() => void signOut()}>
            Sign out
          </Button>
        </span>
      }
    >
      {isBegun ? (
        <TwoStepSetUp onClose={(isOn) => (isOn ? void leave() : setIsBegun(false))} />
      ) : (
        <Button look="primary" onClick={() => setIsBegun(true)}>
          Set up
        </Button>
      )}
    </EntryFrame>
  );
}
