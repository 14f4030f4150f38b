import { useState } from "react";
import { useChange } from "../../api/change.ts";
import type { Session } from "../../app/session.tsx";
import { plural } from "../../format/number.ts";
import { Status } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/states.tsx";
import { BothFactorsForm } from "./both-factors-form.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { TwoStepSetUp } from "./two-step-set-up.tsx";

const fewCodes = 3;

/** Turns two-step sign-in on and off: a code from an authenticator app besides the password. */
export function TwoStepCard({ user }: { readonly user: Session["user"] }) {
  const [doing, setDoing] = useState<"nothing" | "setting up" | "turning off" | "renewing">("nothing");
  // The element that had the focus is gone then, and browsers do not move the focus.
  const [isBack, setIsBack] = useState(false);
  const stop = () => {
    setDoing("nothing");
    setIsBack(true);
  };
  return (
    <Card title="Two-step sign-in">
      {doing === "setting up" && <TwoStepSetUp onClose={stop} />}
      {doing === "turning off" && <TwoStepOff onClose={stop} />}
      {doing === "renewing" && <RenewRecoveryCodes onClose={stop} />}
      {doing === "nothing" && (
        <div className="flex flex-col gap-3">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <div className="flex flex-col gap-0.5 text-sm">
              <Status tone={user.totp ? "ok" : "neutral"}>{user.totp ? "On" : "Off"}</Status>
              <span className="text-muted">
                {user.totp
                  ? `You sign in with your password and a code from your authenticator app. ${plural(user.recovery_codes_left, "recovery code")} left.`
                  : "Protect your sign-in with a code from an app on your phone, in addition to your password."}
              </span>
            </div>
            <div className="flex flex-wrap gap-2">
              {user.totp && <Button onClick={() => setDoing("renewing")}>New recovery codes</Button>}
              <Button autoFocus={isBack} onClick={() => setDoing(user.totp ? "turning off" : "setting up")}>
                {user.totp ? "Turn off" : "Set up"}
              </Button>
            </div>
          </div>
          {user.totp && user.recovery_codes_left < fewCodes && (
            <Note tone="warn">You’re running low on recovery codes. Get new ones.</Note>
          )}
        </div>
      )}
    </Card>
  );
}

function TwoStepOff({ onClose }: { readonly onClose: () => void }) {
  const disable = useChange("disableTotp", {
    quiet: true,
    refreshes: ["showSession", "listOwnAudit"],
    said: "Two-step sign-in is off.",
    onDone: onClose,
  });
  return (
    <BothFactorsForm
      submit="Turn off"
      look="danger"
      isBusy={disable.isPending}
      error={disable.error}
      onSubmit={(body) => disable.mutate({ body })}
      onCancel={onClose}
    >
      You’ll sign in with your password alone. Your recovery codes will stop working.
    </BothFactorsForm>
  );
}

/** For people who have lost their recovery codes or used most of them. */
function RenewRecoveryCodes({ onClose }: { readonly onClose: () => void }) {
  const renew = useChange("renewRecoveryCodes", {
    quiet: true,
    refreshes: ["showSession", "listOwnAudit"],
  });
  if (renew.data !== undefined) {
    return (
      <RecoveryCodes
        news="Your old codes no longer work."
        codes={renew.data.recovery_codes}
        onClose={onClose}
      />
    );
  }
  return (
    <BothFactorsForm
      submit="Get new codes"
      isBusy={renew.isPending}
      error={renew.error}
      onSubmit={(body) => renew.mutate({ body })}
      onCancel={onClose}
    >
      You’ll get ten new recovery codes. Your current codes will stop working.
    </BothFactorsForm>
  );
}
