import type { Role } from "@weir/protocol/manage/access";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { fieldMessage } from "../../api/problem.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { CodeBlock } from "../../ui/copy.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Note } from "../../ui/states.tsx";
import { roleChoices, roleWords } from "./role-words.ts";
import { ShownDialog } from "./shown-dialog.tsx";

/** Ends on the link, for servers that send no mail. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("viewer");
  const invite = useChange("createInvitation", {
    quiet: true,
    refreshes: ["listInvitations", "listAudit"],
  });
  if (invite.data !== undefined) return <Invited invitation={invite.data} onClose={onClose} />;
  return (
    <FormDialog
      title="Invite somebody"
      description="They get a link that works once, for seven days."
      submit="Invite"
      isBusy={invite.isPending}
      error={invite.error}
      fields={["email"]}
      onSubmit={() => invite.mutate({ body: { email, role } })}
      onClose={onClose}
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
    </FormDialog>
  );
}

function Invited({
  invitation: { mail, link, email },
  onClose,
}: {
  readonly invitation: CallAnswer<"createInvitation">;
  readonly onClose: () => void;
}) {
  return (
    <ShownDialog isShownOnce title={`${email} is invited`} done="Done" onClose={onClose}>
      {mail === "sent" && <Note tone="ok">A mail with the link is on its way to {email}.</Note>}
      {mail === "failed" && <Note tone="warn">The mail could not be sent. Pass the link on yourself.</Note>}
      {mail === "not set up" && <Note>This server does not send mail. Pass the link on yourself.</Note>}
      <CodeBlock isWrapped label="Link" code={link} />
      <p className="text-sm text-muted">
        Whoever opens it can join. It is not shown again; inviting the address again makes a new one.
      </p>
    </ShownDialog>
  );
}
