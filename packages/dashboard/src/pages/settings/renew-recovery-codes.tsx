import { useChange } from "../../api/change.ts";
import { BothFactorsForm } from "./both-factors-form.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** For somebody who has lost theirs, or used most of them up. */
export function RenewRecoveryCodes({ onClose }: { readonly onClose: () => void }) {
  const renew = useChange("renewRecoveryCodes", {
    quiet: true,
    refreshes: ["showSession", "listOwnAudit"],
  });
  if (renew.data !== undefined) {
    return (
      <RecoveryCodes
        news="Your old codes no longer work."
        codes={renew.data.recovery_codes}
        onClose={onClose}
      />
    );
  }
  return (
    <BothFactorsForm
      submit="Get new codes"
      isBusy={renew.isPending}
      error={renew.error}
      onSubmit={(body) => renew.mutate({ body })}
      onCancel={onClose}
    >
      You’ll get ten new recovery codes. Your current codes will stop working.
    </BothFactorsForm>
  );
}
