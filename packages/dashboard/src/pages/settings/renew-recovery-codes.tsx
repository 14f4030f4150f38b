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
        news="The codes you had have stopped working."
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
      You get ten new recovery codes. Those you have now stop working.
    </BothFactorsForm>
  );
}
