import { useChange } from "../../api/change.ts";
import { type Session, useSession } from "../../app/session.tsx";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { SaveBar } from "../../ui/save-bar.tsx";
import { useFields } from "../../ui/use-fields.ts";
import { OwnEmail } from "./own-email.tsx";
import { OwnPasswordField } from "./own-password-field.tsx";

/** Name and email. The password is requested only when there is something to save. */
export function PersonCard({ user }: { readonly user: Session["user"] }) {
  const { server } = useSession();
  const change = useChange("changeUser", {
    quiet: true,
    refreshes: ["showSession", "listMembers", "listOwnAudit"],
    said: ({ pending_email }) =>
      pending_email === null || pending_email === user.pending_email
        ? "Your profile was saved."
        : `We sent a link to ${pending_email}. Open it to confirm the new address.`,
    // The old address applies until the new one is confirmed.
    onDone: () => form.set({ email: user.email, password: "" }),
  });
  const form = useFields({ name: user.name, email: user.email, password: "" }, change);
  const { name, email, password } = form.values;
  const isChanged = name !== user.name || email !== user.email;
  return (
    <Card title="You">
      <Form
        className="flex max-w-md flex-col gap-4"
        onSubmit={() =>
          change.mutate({
            body: {
              password,
              ...(name === user.name ? {} : { name }),
              ...(email === user.email ? {} : { email }),
            },
          })
        }
      >
        <TextField label="Name" autoComplete="name" required maxLength={200} {...form.text("name")} />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          hint={
            server.sends_mail
              ? "You use it to sign in. We’ll email a link to confirm a new address."
              : "You use it to sign in. Only the operator of the server can change it."
          }
          required
          maxLength={254}
          {...form.text("email")}
        />
        <OwnEmail user={user} />
        {isChanged && (
          <>
            <OwnPasswordField {...form.text("password")} />
            <FormFault {...form.saving} />
            <SaveBar
              unsaved={[...(name === user.name ? [] : ["name"]), ...(email === user.email ? [] : ["email"])]}
              isBusy={change.isPending}
              onDiscard={() => {
                form.set({ name: user.name, email: user.email, password: "" });
                change.reset();
              }}
            />
          </>
        )}
      </Form>
    </Card>
  );
}
