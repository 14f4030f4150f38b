import { useCall } from "../../api/queries.ts";
import { Note } from "../../ui/states.tsx";
import { EntryFrame } from "./entry-frame.tsx";
import { SignInForm } from "./sign-in-form.tsx";

/** Shown in the place of whatever page was asked for, which comes up once somebody is signed in. */
export function SignInPage({ intro }: { readonly intro?: string }) {
  const setup = useCall("showSetup", {}, { staleTime: 60_000 });
  return (
    <EntryFrame title="Sign in" intro={intro}>
      {setup.data?.needed === true && (
        <Note>
          Nobody can sign in yet. Open the set-up link that the server printed when it started; it makes the
          first owner.
        </Note>
      )}
      <SignInForm />
    </EntryFrame>
  );
}
