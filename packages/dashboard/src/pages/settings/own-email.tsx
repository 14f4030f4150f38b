import { useChange } from "../../api/change.ts";
import { type Session, useSession } from "../../app/session.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/states.tsx";

/** Whether the address is verified, and what to do where it is not, or where another waits to be confirmed. */
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
    said: `A link is on its way to ${email}. It works for a day.`,
    refreshes: ["showSession"],
  });
  if (!sendsMail) {
    return (
      <Note>
        <Badge tone="warn">Unverified</Badge> This server does not send mail, so it cannot check that the
        address is yours. Other members see it marked as unverified.
      </Note>
    );
  }
  return (
    <Note tone="warn">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span>This address is not verified. Open the link we mailed to {email}, or ask for a new one.</span>
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
    said: "The change was cancelled. Your address stays as it is.",
  });
  return (
    <Note>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span>
          We mailed a link to <strong>{email}</strong>. Until you open it, you keep signing in with the
          address above.
        </span>
        <Button size="small" isBusy={cancel.isPending} onClick={() => cancel.mutate({})}>
          Cancel change
        </Button>
      </div>
    </Note>
  );
}
