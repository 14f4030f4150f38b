import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { forgetSession } from "../../app/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/dialog.tsx";

/** Ends every session of the person, also the one that it is pressed in. */
export function SignOutEverywhere() {
  const [isAsked, setIsAsked] = useState(false);
  const end = useChange("signOutEverywhere", {
    onDone: () => {
      forgetSession();
      location.assign("/");
    },
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3">
      <p className="text-sm text-muted">Lost a device, or not sure who is signed in?</p>
      <Button size="small" onClick={() => setIsAsked(true)}>
        Sign out everywhere
      </Button>
      <Confirm
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title="Sign out everywhere?"
        action="Sign out everywhere"
        isBusy={end.isPending || end.isSuccess}
        onConfirm={() => end.mutate({})}
      >
        All your sessions are signed out immediately, including this one.
      </Confirm>
    </div>
  );
}
