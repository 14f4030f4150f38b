import { accountWithTenant } from "../control/accounts/accounts.ts";
import { operatorName } from "../control/actor.ts";
import type { ControlReader } from "../control/control.ts";
import type { AccessControl } from "./access-control.ts";

/**
 * For requests that only the operator of the server can make: over the control socket, or from a command that has
 * opened the data folder itself. `control` must reach every account.
 */
export function createOperatorAccessControl(control: ControlReader): AccessControl {
  const caller = { kind: "operator", name: operatorName() } as const;
  return {
    identify: async () => caller,
    async accessTo(_caller, accountUuid) {
      const account = await accountWithTenant(control, accountUuid);
      return account === undefined ? null : { ...account, role: "owner", needsSecondFactor: false };
    },
  };
}
