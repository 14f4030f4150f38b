import { useCall } from "../../api/queries.ts";
import { EntryFrame } from "./entry-frame.tsx";
import { SetupLinkNeeded } from "./setup-link-needed.tsx";
import { SignInForm } from "./sign-in-form.tsx";

const whileNobodyMs = 3000;

/** Shown instead of the requested page, which appears after the sign-in. */
export function SignInPage({
  intro,
  email,
}: {
  readonly intro?: string;
  /** The email address to fill in. */
  readonly email?: string;
}) {
  const setup = useCall(
    "showSetup",
    {},
    { staleTime: 60_000, refetchInterval: ({ state }) => (state.data?.needed ? whileNobodyMs : false) },
  );
  if (setup.data?.needed === true) return <SetupLinkNeeded title="Weir isn’t set up yet" />;
  return (
    <EntryFrame title="Sign in" intro={intro}>
      <SignInForm {...(email === undefined ? {} : { email })} />
    </EntryFrame>
  );
}
