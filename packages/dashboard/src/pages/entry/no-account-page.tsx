import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { fieldMessage } from "../../api/problem.ts";
import { useCall } from "../../api/queries.ts";
import { signOut } from "../../app/rail.tsx";
import { switchTo } from "../../app/session.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { EntryFrame } from "./entry-frame.tsx";
import { EntrySubmit } from "./entry-submit.tsx";

/** Shown to a person who belongs to no account, for example after being removed from their only one. */
export function NoAccountPage() {
  const session = useCall("showSession", {}, { staleTime: 60_000 }).data;
  const email = session?.user.email;
  const mayCreate = session?.server.may_create_accounts === true;
  return (
    <EntryFrame
      title="You’re not in any account"
      intro={
        <>
          You are signed in{email === undefined ? "" : " as "}
          {email !== undefined && <strong className="text-text">{email}</strong>}, but you left or were
          removed from every account. Ask an owner to invite you
          {mayCreate ? ", or create an account" : " again"}.
        </>
      }
      foot={
        <Button look="quiet" onClick={() => void signOut()}>
          Sign out
        </Button>
      }
    >
      {mayCreate && <NewAccountForm />}
    </EntryFrame>
  );
}

function NewAccountForm() {
  const [name, setName] = useState("");
  const create = useChange("createAccount", {
    quiet: true,
    onDone: ({ uuid }) => switchTo(uuid),
  });
  return (
    <Form onSubmit={() => create.mutate({ body: { name } })}>
      <TextField
        label="Account name"
        hint="For example, your company or site."
        required
        maxLength={200}
        value={name}
        error={fieldMessage(create.error, "name")}
        onChange={(event) => setName(event.target.value)}
      />
      <EntrySubmit
        fields={["name"]}
        label="Create account"
        error={create.error}
        isBusy={create.isPending || create.isSuccess}
      />
    </Form>
  );
}
