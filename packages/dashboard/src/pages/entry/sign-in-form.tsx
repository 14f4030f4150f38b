import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { isProblem } from "../../api/problem.ts";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { useFields } from "../../ui/use-fields.ts";
import { enter } from "./enter.ts";
import { entryLinkClass } from "./entry-frame.tsx";
import { EntrySubmit } from "./entry-submit.tsx";
import { SecondStep } from "./second-step.tsx";

/** Asks for email and password, and for a code in a second step if two-step sign-in is on. */
export function SignInForm({
  email: known = "",
  onDone,
}: {
  /** An email address that is already filled in. */
  readonly email?: string;
  readonly onDone?: () => void;
}) {
  const [isCodeAsked, setIsCodeAsked] = useState(false);
  const [isLocked, setIsLocked] = useState(false);
  const signIn = useChange("signIn", {
    quiet: true,
    onDone: () => void enter().then(onDone),
  });
  const form = useFields({ email: known, password: "" });
  const trySignIn = (factor: { totp?: string; recovery_code?: string } = {}) =>
    signIn.mutate(
      { body: { ...form.values, ...factor } },
      {
        onError: (error) => {
          const isNowLocked = isProblem(error, "second_factor_locked");
          if (isNowLocked) setIsLocked(true);
          if (isNowLocked || isProblem(error, "totp_needed")) setIsCodeAsked(true);
          // The password was changed meanwhile or was never right, so the form starts over with the typed text.
          if (isProblem(error, "wrong_credentials")) setIsCodeAsked(false);
        },
      },
    );
  const error = isProblem(signIn.error, "totp_needed") ? null : signIn.error;
  const isBusy = signIn.isPending || signIn.isSuccess;
  if (isCodeAsked) {
    return (
      <SecondStep
        isLocked={isLocked}
        error={error}
        isBusy={isBusy}
        onCode={trySignIn}
        onBack={() => {
          setIsCodeAsked(false);
          setIsLocked(false);
          form.set({ password: "" });
          signIn.reset();
        }}
      />
    );
  }
  return (
    <Form onSubmit={() => trySignIn()}>
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        required
        autoFocus={known === ""}
        {...form.text("email")}
      />
      <TextField
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        required
        autoFocus={known !== ""}
        {...form.text("password")}
      />
      <EntrySubmit label="Sign in" error={error} isBusy={isBusy} />
      <p className="text-center text-sm">
        <Link to="/forgot-password" className={entryLinkClass}>
          Forgot your password?
        </Link>
      </p>
    </Form>
  );
}
