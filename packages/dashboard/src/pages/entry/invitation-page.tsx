import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { chooseAccount } from "../../api/current-account.ts";
import { isProblem } from "../../api/problem.ts";
import { useCall } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { shortTime } from "../../format/time.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { ExactTime } from "../../ui/relative-time.tsx";
import { Failure } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { useFields } from "../../ui/use-fields.ts";
import { enter } from "./enter.ts";
import { EntryFrame } from "./entry-frame.tsx";
import { EntryLoading } from "./entry-loading.tsx";
import { EntrySubmit } from "./entry-submit.tsx";
import { useLinkSecret } from "./link-secret.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { SignedInFrame } from "./signed-in-frame.tsx";

/**
 * The page of an invitation: new people enter their name and password, and people who already have a user just join.
 */
export function InvitationPage() {
  const navigate = useNavigate();
  const token = useLinkSecret();
  const [isKnown, setIsKnown] = useState(false);
  const session = useCall("showSession", {}, { staleTime: 60_000 });
  const accept = useChange("acceptInvitation", {
    quiet: true,
    onDone: ({ account, role }) => {
      chooseAccount(account.uuid);
      toast(`You’re now ${role === "viewer" ? "a" : "an"} ${role} of ${account.name}.`);
      void enter().then(() => navigate({ to: "/", replace: true }));
    },
  });
  // An accepted invitation is used up, so loading it again would find nothing.
  const shown = useCall(
    "showInvitation",
    { body: { token } },
    { enabled: token !== "" && !accept.isSuccess, staleTime: Number.POSITIVE_INFINITY },
  );
  const isBusy = accept.isPending || accept.isSuccess;
  if (token === "" || isDead(accept.error) || isDead(shown.error)) return <GoneInvitation />;
  if (shown.data === undefined && shown.isError)
    return <Failure error={shown.error} onRetry={() => void shown.refetch()} />;
  if (shown.data === undefined || session.isPending) return <EntryLoading what="Loading invitation" />;
  const invitation = shown.data;
  if (session.data !== undefined && !session.isError) {
    return (
      <SignedInFrame
        title={`Join ${invitation.account.name}`}
        email={session.data.user.email}
        intro={<InvitationText invitation={invitation} />}
      >
        <Form onSubmit={() => accept.mutate({ body: { token } })}>
          <EntrySubmit label="Join" error={accept.error} isBusy={isBusy} />
        </Form>
      </SignedInFrame>
    );
  }
  if (!isProblem(session.error) || session.error.status !== 401)
    return <Failure error={session.error} onRetry={() => void session.refetch()} />;
  if (isKnown || isProblem(accept.error, "sign_in_needed")) {
    return (
      <EntryFrame
        title="Sign in to join"
        intro={
          <>
            <InvitationText invitation={invitation} /> Sign in to accept it.
          </>
        }
        foot={
          <Button
            look="quiet"
            onClick={() => {
              setIsKnown(false);
              accept.reset();
            }}
          >
            I’m new here
          </Button>
        }
      >
        <SignInForm onDone={() => accept.reset()} />
      </EntryFrame>
    );
  }
  return (
    <EntryFrame
      title={`Join ${invitation.account.name}`}
      intro={
        <>
          <InvitationText invitation={invitation} /> You’ll sign in as{" "}
          <strong className="text-text">{invitation.email}</strong>.
        </>
      }
      foot={
        <Button look="quiet" onClick={() => setIsKnown(true)}>
          I already have a password
        </Button>
      }
    >
      <NewPersonForm
        email={invitation.email}
        error={accept.error}
        isBusy={isBusy}
        onPerson={(person) => accept.mutate({ body: { token, ...person } })}
      />
    </EntryFrame>
  );
}

/** Shown if the invitation was used or revoked, or has expired. */
function isDead(error: unknown): boolean {
  return isProblem(error, "unknown_invitation") || isProblem(error, "invitation_gone");
}

/** Shows who invites the person to which account, and until when. */
function InvitationText({ invitation }: { readonly invitation: CallAnswer<"showInvitation"> }) {
  const { account, role, invited_by, invited_by_name, expires_at } = invitation;
  return (
    <>
      {invited_by_name === null ? invited_by : `${invited_by_name} (${invited_by})`} invited you to join the
      account <strong className="text-text">{account.name}</strong> as {role}. The invitation expires on{" "}
      <ExactTime at={expires_at} text={shortTime} />.
    </>
  );
}

function GoneInvitation() {
  return (
    <EntryFrame
      title="This invitation is not valid"
      intro="It was already used, was revoked, is more than seven days old, or part of the link is missing. Ask the person who sent it for a new one."
    />
  );
}

/** The fields for a person who is new. The email address is the one that was invited. */
function NewPersonForm({
  email,
  error,
  isBusy,
  onPerson,
}: {
  readonly email: string;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly onPerson: (person: { name: string; password: string }) => void;
}) {
  const form = useFields({ name: "", password: "" }, { isPending: isBusy, error });
  return (
    <Form onSubmit={() => onPerson(form.values)}>
      <TextField
        label="Your name"
        autoComplete="name"
        required
        autoFocus
        maxLength={200}
        {...form.text("name")}
      />
      <NewPasswordField holder={{ name: form.values.name, email }} {...form.value("password")} />
      <EntrySubmit label="Join" {...form.saving} />
    </Form>
  );
}
