import { useChange } from "../../api/change.ts";
import { BothFactorsForm } from "./both-factors-form.tsx";

export function TwoStepOff({ onClose }: { readonly onClose: () => void }) {
  const disable = useChange("disableTotp", {
    quiet: true,
    refreshes: ["showSession", "listOwnAudit"],
    said: "Two-step sign-in is off.",
    onDone: onClose,
  });
  return (
    <BothFactorsForm
      submit="Turn off"
      look="danger"
      isBusy={disable.isPending}
      error={disable.error}
      onSubmit={(body) => disable.mutate({ body })}
      onCancel={onClose}
    >
      You’ll sign in with your password alone. Your recovery codes will stop working.
    </BothFactorsForm>
  );
}
