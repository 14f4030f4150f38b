import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { fieldMessage } from "../../api/problem.ts";
import type { Session } from "../../app/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { NewPasswordField } from "../entry/new-password-field.tsx";
import { CardForm } from "./card-form.tsx";

export function PasswordCard({ user }: { readonly user: Session["user"] }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card title="Password">
      {isOpen ? (
        <PasswordForm user={user} onClose={() => setIsOpen(false)} />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-sm text-muted">
            Last changed <RelativeTime at={user.password_changed_at} />.
          </p>
          <Button onClick={() => setIsOpen(true)}>Change password</Button>
        </div>
      )}
    </Card>
  );
}

function PasswordForm({ user, onClose }: { readonly user: Session["user"]; readonly onClose: () => void }) {
  const [oldPassword, setOldPassword] = useState("");
  const [newPassword, setNewPassword] = useState("");
  const change = useChange("changePassword", {
    quiet: true,
    refreshes: ["showSession", "listOwnAudit"],
    said: "Password changed. Your other sessions were signed out.",
    onDone: onClose,
  });
  return (
    <CardForm
      submit="Change password"
      isBusy={change.isPending}
      error={change.error}
      fields={["old_password", "new_password"]}
      onSubmit={() => change.mutate({ body: { old_password: oldPassword, new_password: newPassword } })}
      onCancel={onClose}
    >
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus
        value={oldPassword}
        error={fieldMessage(change.error, "old_password")}
        onChange={(event) => setOldPassword(event.target.value)}
      />
      <NewPasswordField
        label="New password"
        holder={user}
        value={newPassword}
        onChange={setNewPassword}
        error={fieldMessage(change.error, "new_password")}
      />
      <p className="text-sm text-muted">This signs out all your other sessions.</p>
    </CardForm>
  );
}
