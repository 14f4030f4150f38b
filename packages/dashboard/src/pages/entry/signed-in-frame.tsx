import type { ReactNode } from "react";
import { useChange } from "../../api/change.ts";
import { Button } from "../../ui/button.tsx";
import { EntryFrame } from "./entry-frame.tsx";

/** A step that needs a sign-in. A different person can sign out first and sign in as themselves. */
export function SignedInFrame({
  title,
  email,
  intro,
  children,
}: {
  readonly title: string;
  /** Who is signed in. */
  readonly email: string;
  readonly intro: ReactNode;
  readonly children: ReactNode;
}) {
  // Stays on the page, which keeps the secret of the link.
  const signOut = useChange("signOut", { refreshes: ["showSession"] });
  return (
    <EntryFrame
      title={title}
      intro={
        <>
          You are signed in as <strong className="text-text">{email}</strong>. {intro}
        </>
      }
      foot={
        <Button look="quiet" isBusy={signOut.isPending} onClick={() => signOut.mutate({})}>
          Not you? Sign out
        </Button>
      }
    >
      {children}
    </EntryFrame>
  );
}
