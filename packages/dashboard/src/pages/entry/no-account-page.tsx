import { useChange } from "../../api/change.ts";
import { useCall } from "../../api/queries.ts";
import { signOut } from "../../app/rail.tsx";
import { switchTo } from "../../app/session.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { useFields } from "../../ui/use-fields.ts";
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
  const create = useChange("createAccount", {
    quiet: true,
    onDone: ({ uuid }) => switchTo(uuid),
  });
  const form = useFields({ name: "" }, create);
  return (
    <Form onSubmit={() => create.mutate({ body: form.values })}>
      <TextField
        label="Account name"
        hint="For example, your company or site."
        required
        maxLength={200}
        {...form.text("name")}
      />
      <EntrySubmit label="Create account" {...form.saving} isBusy={create.isPending || create.isSuccess} />
    </Form>
  );
}
