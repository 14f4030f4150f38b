import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { fieldMessage } from "../../api/problem.ts";
import { useCall } from "../../api/queries.ts";
import { signOut } from "../../app/rail.tsx";
import { switchTo } from "../../app/session.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { EntryFrame } from "./entry-frame.tsx";
import { EntrySubmit } from "./entry-submit.tsx";

/** Somebody is signed in but belongs nowhere, for example after they were removed from the only account they had. */
export function NoAccountPage() {
  const email = useCall("showSession", {}, { staleTime: 60_000 }).data?.user.email;
  const [name, setName] = useState("");
  const create = useChange("createAccount", {
    quiet: true,
    onDone: ({ uuid }) => switchTo(uuid),
  });
  return (
    <EntryFrame
      title="You are in no account"
      intro={
        <>
          You are signed in{email === undefined ? "" : " as "}
          {email !== undefined && <strong className="text-text">{email}</strong>}, but you left the accounts
          you were in, or were removed from them. Ask an owner to invite you again, or start an account of
          your own.
        </>
      }
      foot={
        <Button look="quiet" onClick={() => void signOut()}>
          Sign out
        </Button>
      }
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ body: { name } });
        }}
      >
        <TextField
          label="Name of the account"
          hint="Such as your company, or the place your devices are at."
          required
          maxLength={200}
          value={name}
          error={fieldMessage(create.error, "name")}
          onChange={(event) => setName(event.target.value)}
        />
        <EntrySubmit
          fields={["name"]}
          label="Create the account"
          error={create.error}
          isBusy={create.isPending || create.isSuccess}
        />
      </form>
    </EntryFrame>
  );
}
