import type { Role } from "@weir/protocol/manage/access";
import { useId, useState } from "react";
import { useChange } from "../../api/change.ts";
import { fieldMessage } from "../../api/problem.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/copy.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { Note } from "../../ui/states.tsx";
import { roleChoices, roleWords } from "./role-words.ts";

/** Ends on the link, for servers that send no mail. */
export function InviteDialog({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const formId = useId();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("viewer");
  const invite = useChange("createInvitation", {
    quiet: true,
    refreshes: ["listInvitations", "listAudit"],
  });
  const close = () => {
    onClose();
    setEmail("");
    invite.reset();
  };
  if (invite.data !== undefined) {
    return (
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={`${invite.data.email} is invited`}
        actions={
          <Button look="primary" onClick={close}>
            Done
          </Button>
        }
      >
        <Issued invitation={invite.data} />
      </Dialog>
    );
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title="Invite somebody"
      description="They get a link that works once, for seven days."
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" isBusy={invite.isPending}>
            Invite
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          invite.mutate({ body: { email, role } });
        }}
      >
        <TextField
          label="E-mail"
          type="email"
          autoComplete="off"
          required
          maxLength={254}
          value={email}
          error={fieldMessage(invite.error, "email")}
          onChange={(event) => setEmail(event.target.value)}
        />
        <SelectField
          label="Role"
          choices={roleChoices}
          hint={`${roleWords[role].label}: ${roleWords[role].may}.`}
          value={role}
          onChange={(event) => setRole(event.target.value as Role)}
        />
        <FormFault error={invite.error} fields={["email"]} />
      </form>
    </Dialog>
  );
}

function Issued({ invitation }: { readonly invitation: CallAnswer<"createInvitation"> }) {
  const { mail, link, email } = invitation;
  return (
    <div className="flex flex-col gap-4">
      {mail === "sent" && <Note tone="ok">A mail with the link is on its way to {email}.</Note>}
      {mail === "failed" && <Note tone="warn">The mail could not be sent. Pass the link on yourself.</Note>}
      {mail === "not set up" && <Note>This server does not send mail. Pass the link on yourself.</Note>}
      <CodeBlock isWrapped label="Link" code={link} />
      <p className="text-sm text-muted">
        Whoever opens it can join. It is not shown again; inviting the address again makes a new one.
      </p>
    </div>
  );
}
