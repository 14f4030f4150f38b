import { useState } from "react";
import { useChange } from "../../api/change.ts";
import type { Session } from "../../app/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { useFields } from "../../ui/use-fields.ts";
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
  const change = useChange("changePassword", {
    quiet: true,
    refreshes: ["showSession", "listOwnAudit"],
    said: "Password changed. Your other sessions were signed out.",
    onDone: onClose,
  });
  const form = useFields({ old_password: "", new_password: "" }, change);
  return (
    <CardForm
      submit="Change password"
      {...form.saving}
      onSubmit={() => change.mutate({ body: form.values })}
      onCancel={onClose}
    >
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus
        {...form.text("old_password")}
      />
      <NewPasswordField label="New password" holder={user} {...form.value("new_password")} />
      <p className="text-sm text-muted">This signs out all your other sessions.</p>
    </CardForm>
  );
}
