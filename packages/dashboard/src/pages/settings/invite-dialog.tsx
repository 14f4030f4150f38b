import { useChange } from "../../api/change.ts";
import type { CallAnswer, CallInput } from "../../api/route-types.ts";
import { CodeBlock } from "../../ui/copy.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { LoopbackNote, MailedLinkNote } from "../../ui/loopback-note.tsx";
import { Note } from "../../ui/states.tsx";
import { useFields } from "../../ui/use-fields.ts";
import { roleChoices, roleWords } from "./role-words.ts";
import { ShownDialog } from "./shown-dialog.tsx";

/** If the server sends no mail, the last step shows the link. A mailed link is shown only to its recipient. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const invite = useChange("createInvitation", {
    quiet: true,
    refreshes: ["listInvitations", "listAudit"],
  });
  const form = useFields<CallInput<"createInvitation">["body"]>({ email: "", role: "viewer" }, invite);
  if (invite.data !== undefined) return <Invited invitation={invite.data} onClose={onClose} />;
  const { label, may } = roleWords[form.values.role];
  return (
    <FormDialog
      title="Invite member"
      description="They’ll get a link that works once and expires in seven days."
      submit="Invite"
      {...form.saving}
      onSubmit={() => invite.mutate({ body: form.values })}
      onClose={onClose}
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        required
        maxLength={254}
        {...form.text("email")}
      />
      <SelectField label="Role" choices={roleChoices} hint={`${label}: ${may}.`} {...form.text("role")} />
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
    <ShownDialog isShownOnce={link !== null} title={`${email} invited`} done="Done" onClose={onClose}>
      {mail === "sent" && (
        <Note tone="ok">We’ve emailed the link to {email}. Opening it also verifies the address.</Note>
      )}
      {mail === "sent" && <MailedLinkNote />}
      {mail === "failed" && (
        <Note tone="warn">
          The email couldn’t be sent. Check the address and invite again, or ask the operator to check the
          server’s mail settings.
        </Note>
      )}
      {link !== null && (
        <>
          <Note>
            This server doesn’t send email. Send them the link yourself. They will be shown as unverified.
          </Note>
          <LoopbackNote link={link} />
          <CodeBlock isWrapped label="Link" code={link} />
          <p className="text-sm text-muted">
            Anyone with this link can join. It won’t be shown again. To get a new link, invite the address
            again.
          </p>
        </>
      )}
    </ShownDialog>
  );
}
