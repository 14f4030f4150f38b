import { type Scope, scopes } from "@weir/protocol/manage/access";
import { managePath } from "@weir/protocol/manage/route";
import { unwrap } from "@weir/protocol/result";
import { loadTokenKey } from "../../packages/server/src/control/sealing/token-key.ts";
import { openSqliteControl } from "../../packages/server/src/control/sqlite/open-sqlite-control.ts";
import { accountFor } from "../../packages/server/src/manage/accounts/accounts.ts";
import { createApiKey } from "../../packages/server/src/manage/people/api-keys.ts";

/** What a program needs to use the management API in the account of the devices. */
export interface WeirKey {
  /** The path of the account. */
  readonly path: string;
  readonly key: string;
}

/** Creates the key beside the running server, which looks up keys with every request. */
export async function makeKey(
  { dataDir }: { readonly dataDir: string },
  allowed: readonly Scope[] = scopes,
): Promise<WeirKey> {
  const control = openSqliteControl(dataDir, { key: loadTokenKey(dataDir), announce: async () => undefined });
  try {
    const account = unwrap(await accountFor(control));
    const name = "Benchmark";
    const made = unwrap(
      await createApiKey(control, account.id, {
        name,
        scopes: allowed,
        expiresAt: null,
        createdBy: "operator",
      }),
    );
    return { path: `${managePath}/accounts/${account.uuid}`, key: made.text };
  } finally {
    await control.close();
  }
}
