import { useChange } from "../../api/change.ts";
import { type Session, useSession } from "../../app/session.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/states.tsx";

/**
 * Shows whether the address is verified, and what to do if it is not or if a new address is waiting for confirmation.
 */
export function OwnEmail({ user }: { readonly user: Session["user"] }) {
  const { server } = useSession();
  const { email, email_verified, pending_email } = user;
  return (
    <div className="flex flex-col gap-3">
      {email_verified ? (
        <div>
          <Badge tone="ok">Verified</Badge>
        </div>
      ) : (
        <Unverified email={email} sendsMail={server.sends_mail} />
      )}
      {pending_email !== null && <Pending email={pending_email} />}
    </div>
  );
}

function Unverified({ email, sendsMail }: { readonly email: string; readonly sendsMail: boolean }) {
  const send = useChange("sendVerification", {
    said: `We’ve sent a link to ${email}. It expires in a day.`,
    refreshes: ["showSession"],
  });
  if (!sendsMail) {
    return (
      <Note>
        <Badge tone="warn">Unverified</Badge> This server can’t send email, so your address can’t be verified.
        Other members see it as unverified.
      </Note>
    );
  }
  return (
    <Note tone="warn">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span>This address isn’t verified. Open the link we sent to {email}, or request a new one.</span>
        <Button size="small" isBusy={send.isPending} onClick={() => send.mutate({})}>
          Resend verification
        </Button>
      </div>
    </Note>
  );
}

function Pending({ email }: { readonly email: string }) {
  const cancel = useChange("cancelEmailChange", {
    refreshes: ["showSession", "listOwnAudit"],
    said: "Change cancelled. Your address stays the same.",
  });
  return (
    <Note>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span>
          We emailed a link to <strong>{email}</strong>. Until you open it, you keep signing in with the
          address above.
        </span>
        <Button size="small" isBusy={cancel.isPending} onClick={() => cancel.mutate({})}>
          Cancel change
        </Button>
      </div>
    </Note>
  );
}
