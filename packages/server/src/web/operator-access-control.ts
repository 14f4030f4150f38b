import { accountWithTenant } from "../control/accounts/accounts.ts";
import type { ControlReader } from "../control/control.ts";
import { operatorIn } from "../platform/operator-name.ts";
import type { AccessControl } from "./access-control.ts";

/**
 * For requests that only the operator of the server can make: over the control socket, or from a command that has
 * opened the data folder itself. `control` must reach every account.
 */
export function createOperatorAccessControl(control: ControlReader): AccessControl {
  return {
    identify: async ({ headers }) => ({ kind: "operator", name: operatorIn(headers) }),
    async accessTo(_caller, accountUuid) {
      const account = await accountWithTenant(control, accountUuid);
      return account === undefined ? null : { ...account, role: "owner", needsSecondFactor: false };
    },
  };
}
