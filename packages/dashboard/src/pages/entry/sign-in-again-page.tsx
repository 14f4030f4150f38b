import { useSession } from "../../app/session.tsx";
import { SignInPage } from "./sign-in-page.tsx";

/** Shown when a session has ended. The person's email is already filled in. */
export function SignInAgainPage() {
  const { user } = useSession();
  return (
    <SignInPage
      intro="You were signed out. Sign in to continue where you left off. What you typed is still there."
      email={user.email}
    />
  );
}
