import { useChange } from "../../api/change.ts";
import { isProblem } from "../../api/problem.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { useFields } from "../../ui/use-fields.ts";
import { EntryFrame } from "./entry-frame.tsx";
import { EntrySubmit } from "./entry-submit.tsx";
import { useLinkSecret } from "./link-secret.ts";
import { NewPasswordField } from "./new-password-field.tsx";

/** The page behind a reset link, which comes by mail or from the operator. */
export function ResetPasswordPage() {
  const token = useLinkSecret();
  // The reset ends all sessions of this person, including the one here.
  const reset = useChange("resetPassword", { quiet: true, refreshes: ["showSession"] });
  const form = useFields({ password: "" }, reset);
  if (reset.isSuccess) {
    return (
      <EntryFrame
        title="Password changed"
        intro="You’ve been signed out everywhere. Sign in with your new password."
      >
        <ButtonLink to="/" look="primary">
          Sign in
        </ButtonLink>
      </EntryFrame>
    );
  }
  if (token === "" || isProblem(reset.error, "reset_gone")) return <DeadLink />;
  return (
    <EntryFrame
      title="Set a new password"
      intro="This link works once. Setting a new password signs you out everywhere."
    >
      <Form onSubmit={() => reset.mutate({ body: { token, ...form.values } })}>
        <NewPasswordField label="New password" {...form.value("password")} />
        <EntrySubmit label="Set password" {...form.saving} />
      </Form>
    </EntryFrame>
  );
}

function DeadLink() {
  return (
    <EntryFrame
      title="This link is not valid"
      intro="It was already used, is more than an hour old, or part of it is missing. Your password hasn’t changed."
    >
      <ButtonLink to="/forgot-password" look="primary">
        Request a new link
      </ButtonLink>
    </EntryFrame>
  );
}
