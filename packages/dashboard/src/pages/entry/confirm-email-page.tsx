import { useChange } from "../../api/change.ts";
import { isProblem } from "../../api/problem.ts";
import { useCall } from "../../api/queries.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { Failure } from "../../ui/states.tsx";
import { EntryFrame } from "./entry-frame.tsx";
import { EntryLoading } from "./entry-loading.tsx";
import { EntrySubmit } from "./entry-submit.tsx";
import { useLinkSecret } from "./link-secret.ts";
import { SignInForm } from "./sign-in-form.tsx";
import { SignedInFrame } from "./signed-in-frame.tsx";

/**
 * The page behind the links that verify an address or confirm a new one. It requires a sign-in and a click: a person
 * who gets such a mail by mistake must not confirm somebody else's sign-in, and neither must a program that follows
 * links in mails.
 */
export function ConfirmEmailPage() {
  const token = useLinkSecret();
  const session = useCall("showSession", {}, { staleTime: 60_000 });
  const confirm = useChange("confirmEmail", {
    quiet: true,
    refreshes: ["showSession", "listMembers", "listOwnAudit"],
  });
  if (confirm.data !== undefined) return <Confirmed {...confirm.data} />;
  if (token === "" || isProblem(confirm.error, "confirmation_gone")) return <DeadLink />;
  if (session.isPending) return <EntryLoading what="Checking your session" />;
  if (session.data === undefined || session.isError) {
    if (!isProblem(session.error) || session.error.status !== 401)
      return <Failure error={session.error} onRetry={() => void session.refetch()} />;
    return (
      <EntryFrame
        title="Sign in to confirm"
        intro="Sign in with your current address. You can then confirm the address this link was sent to."
      >
        <SignInForm />
      </EntryFrame>
    );
  }
  const { email, pending_email } = session.data.user;
  return (
    <SignedInFrame
      title="Confirm your email address"
      email={email}
      intro={
        pending_email === null ? (
          "Confirm that this address is yours."
        ) : (
          <>
            From now on, you’ll sign in as <strong className="text-text">{pending_email}</strong>.
          </>
        )
      }
    >
      <Form onSubmit={() => confirm.mutate({ body: { token } })}>
        <EntrySubmit label="Confirm address" error={confirm.error} isBusy={confirm.isPending} />
      </Form>
    </SignedInFrame>
  );
}

function Confirmed({ kind, email }: { readonly kind: "verified" | "changed"; readonly email: string }) {
  return (
    <EntryFrame
      title={kind === "verified" ? "Your address is verified" : "Your address was changed"}
      intro={
        kind === "verified" ? (
          <>
            <strong className="text-text">{email}</strong> is verified. You’re all set.
          </>
        ) : (
          <>
            From now on, sign in as <strong className="text-text">{email}</strong>.
          </>
        )
      }
    >
      <ButtonLink to="/" look="primary">
        Go to the dashboard
      </ButtonLink>
    </EntryFrame>
  );
}

function DeadLink() {
  return (
    <EntryFrame
      title="This link is not valid"
      intro="It was already used, replaced by a newer link, or is more than a day old. Request a new link in your profile."
    >
      <ButtonLink to="/settings/profile" look="primary">
        Open your profile
      </ButtonLink>
    </EntryFrame>
  );
}
