import { Link } from "@tanstack/react-router";
import { useChange } from "../../api/change.ts";
import { CodeBlock } from "../../ui/copy.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { useFields } from "../../ui/use-fields.ts";
import { EntryFrame, entryLinkClass } from "./entry-frame.tsx";
import { EntrySubmit } from "./entry-submit.tsx";

export function ForgotPasswordPage() {
  const request = useChange("requestPasswordReset", { quiet: true });
  const form = useFields({ email: "" }, request);
  const { email } = form.values;
  if (request.data !== undefined) {
    return request.data.mail_is_set_up ? <OnItsWay email={email} /> : <AskTheOperator email={email} />;
  }
  return (
    <EntryFrame
      title="Forgot your password?"
      intro="Enter your email address and we’ll send you a link to reset your password."
      foot={<BackToSignIn />}
    >
      <Form onSubmit={() => request.mutate({ body: form.values })}>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          required
          autoFocus
          maxLength={254}
          {...form.text("email")}
        />
        <EntrySubmit label="Send link" {...form.saving} />
      </Form>
    </EntryFrame>
  );
}

/** The text is the same whether or not the address is registered. The server's answer is too. */
function OnItsWay({ email }: { readonly email: string }) {
  return (
    <EntryFrame
      title="Check your email"
      intro={
        <>
          If <strong className="text-text">{email}</strong> is registered here, we’ve sent it a link. The link
          works once and expires in an hour.
        </>
      }
      foot={<BackToSignIn />}
    />
  );
}

function AskTheOperator({ email }: { readonly email: string }) {
  return (
    <EntryFrame
      title="Ask the operator of this server"
      intro="This server doesn’t send email. The operator can create a reset link for you with this command:"
      foot={<BackToSignIn />}
    >
      <CodeBlock isWrapped label="Command" code={`weir user reset-password ${email}`} />
    </EntryFrame>
  );
}

function BackToSignIn() {
  return (
    <Link to="/" className={entryLinkClass}>
      Back to sign-in
    </Link>
  );
}
