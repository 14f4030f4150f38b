import { isNear } from "@weir/protocol/manage/near-limit";
import { accountsById } from "../../control/accounts/accounts.ts";
import type { Control } from "../../control/control.ts";
import type { ServerLimits } from "../core/server-limits.ts";
import type { AccountUses } from "./account-uses.ts";
import { listLimits } from "./list-limits.ts";
import type { NearLimit } from "./near-limit.ts";

/** The limits that accounts are near, the fullest first. */
export async function readNearLimits(
  control: Control,
  limits: ServerLimits,
  uses: Pick<AccountUses, "nearLimits" | "of">,
): Promise<NearLimit[]> {
  const accounts = await accountsById(control, await uses.nearLimits());
  const near = await Promise.all(
    accounts.map(async (account) =>
      listLimits(control.limits, limits, await uses.of(account.id))
        .filter(isNear)
        .map((limit) => ({ account, limit })),
    ),
  );
  return near.flat().sort((one, other) => share(other) - share(one));
}

function share({ limit: { used, max } }: NearLimit): number {
  return (used ?? 0) / (max ?? Number.POSITIVE_INFINITY);
}
