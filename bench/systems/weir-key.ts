import { type Scope, scopes } from "@weir/protocol/manage/access";
import { managePath } from "@weir/protocol/manage/route";
import { loadTokenKey } from "../../packages/server/src/control/sealing/token-key.ts";
import { openSqliteControl } from "../../packages/server/src/control/sqlite/open-sqlite-control.ts";
import { accountFor } from "../../packages/server/src/manage/accounts/accounts.ts";
import { createApiKey } from "../../packages/server/src/manage/people/api-keys.ts";
import type { Weir } from "./weir.ts";

/** What a program needs to use the management API in the account of the devices. */
export interface WeirKey {
  /** The path of the account. */
  readonly path: string;
  readonly key: string;
}

/** Creates the key beside the running server, which looks up keys with every request. */
export async function makeKey(
  { dataDir }: Pick<Weir, "dataDir">,
  allowed: readonly Scope[] = scopes,
): Promise<WeirKey> {
  const control = openSqliteControl(dataDir, { key: loadTokenKey(dataDir), announce: async () => undefined });
  try {
    const account = await accountFor(control);
    if (!account.ok) throw new Error(account.error.message);
    const name = "Benchmark";
    const made = await createApiKey(control, account.value.id, {
      ...{ name, scopes: allowed, expiresAt: null, createdBy: "operator" },
    });
    if (!made.ok) throw new Error(made.error.message);
    return { path: `${managePath}/accounts/${account.value.uuid}`, key: made.value.text };
  } finally {
    await control.close();
  }
}
