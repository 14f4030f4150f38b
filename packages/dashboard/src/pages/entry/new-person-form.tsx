import { useState } from "react";
import { fieldMessage } from "../../api/problem.ts";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { EntrySubmit } from "./entry-submit.tsx";
import { NewPasswordField } from "./new-password-field.tsx";

/** Who somebody is that comes by invitation. The address is the one that was invited. */
export function NewPersonForm({
  email,
  error,
  isBusy,
  onPerson,
}: {
  readonly email: string;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly onPerson: (person: { name: string; password: string }) => void;
}) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  return (
    <Form onSubmit={() => onPerson({ name, password })}>
      <TextField
        label="Your name"
        autoComplete="name"
        required
        autoFocus
        maxLength={200}
        value={name}
        error={fieldMessage(error, "name")}
        onChange={(event) => setName(event.target.value)}
      />
      <NewPasswordField
        holder={{ name, email }}
        value={password}
        onChange={setPassword}
        error={fieldMessage(error, "password")}
      />
      <EntrySubmit fields={["name", "password"]} label="Join" error={error} isBusy={isBusy} />
    </Form>
  );
}
