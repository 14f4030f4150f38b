import { Link } from "@tanstack/react-router";
import { useChange } from "../../api/change.ts";
import { useMay, useSession } from "../../app/session.tsx";
import { Status } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmButton } from "../../ui/confirm.tsx";

/** Whether members of the account need two-step sign-in. Owners can change it. */
export function SecondFactorRule() {
  const { account, user } = useSession();
  const mayChange = useMay("owner");
  const isRequired = account.second_factor_required;
  const change = useChange("requireSecondFactor", {
    refreshes: ["showSession", "listAudit"],
    said: isRequired ? "Two-step sign-in is no longer required." : "Two-step sign-in is now required.",
  });
  const question = {
    title: isRequired ? "Stop requiring two-step sign-in?" : "Require two-step sign-in?",
    text: isRequired
      ? "Members will be able to turn it off for themselves."
      : "Members who haven’t set it up are asked to do so immediately and can’t do anything else here until then. API keys keep working.",
    action: isRequired ? "Stop requiring it" : "Require it",
    onConfirm: () => change.mutateAsync({ body: { required: !isRequired } }),
  };
  return (
    <Card title="Two-step sign-in">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-col gap-0.5 text-sm">
          <Status tone={isRequired ? "ok" : "neutral"}>{isRequired ? "Required" : "Not required"}</Status>
          <span className="text-muted">
            {isRequired
              ? "Members who haven’t set it up can’t do anything in this account until they have."
              : "Each member can choose whether to use it."}
          </span>
          {mayChange && !isRequired && !user.totp && (
            <span className="text-muted">
              To require it,{" "}
              <Link to="/settings/profile" className="text-accent underline-offset-2 hover:underline">
                set it up for yourself
              </Link>{" "}
              first.
            </span>
          )}
        </div>
        {mayChange && (
          <ConfirmButton disabled={!isRequired && !user.totp} question={question}>
            {question.action}
          </ConfirmButton>
        )}
      </div>
    </Card>
  );
}
