import { useState } from "react";
import type { Session } from "../../app/session.tsx";
import { plural } from "../../format/number.ts";
import { Status } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/states.tsx";
import { TwoStepOff } from "./two-step-off.tsx";
import { TwoStepSetUp } from "./two-step-set-up.tsx";

const fewCodes = 3;

/** One-time passwords of an authenticator app, asked for beside the password. */
export function TwoStepCard({ user }: { readonly user: Session["user"] }) {
  const [doing, setDoing] = useState<"nothing" | "setting up" | "turning off">("nothing");
  const stop = () => setDoing("nothing");
  return (
    <Card title="Two-step sign-in">
      {doing === "setting up" && <TwoStepSetUp onClose={stop} />}
      {doing === "turning off" && <TwoStepOff onClose={stop} />}
      {doing === "nothing" && (
        <div className="flex flex-col gap-3">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <div className="flex flex-col gap-0.5 text-sm">
              <Status tone={user.totp ? "ok" : "neutral"}>{user.totp ? "On" : "Off"}</Status>
              <span className="text-muted">
                {user.totp
                  ? `Signing in takes a code of your authenticator. ${plural(user.recovery_codes_left, "recovery code")} left.`
                  : "With it, signing in takes your password and a code that an app on your phone shows."}
              </span>
            </div>
            <Button onClick={() => setDoing(user.totp ? "turning off" : "setting up")}>
              {user.totp ? "Turn off" : "Set up"}
            </Button>
          </div>
          {user.totp && user.recovery_codes_left < fewCodes && (
            <Note tone="warn">
              Few recovery codes are left. For new ones, turn two-step sign-in off and set it up again.
            </Note>
          )}
        </div>
      )}
    </Card>
  );
}
