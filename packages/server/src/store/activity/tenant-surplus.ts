/** What the kept requests of an account take up. */
export interface KeptOfAccount {
  readonly accountId: number;
  readonly bytes: number;
}

/** The accounts of a tenant over its share, and how many bytes of their oldest requests they must lose together. */
export interface TenantSurplus {
  readonly accountIds: readonly number[];
  readonly bytes: number;
}

/**
 * Decides who loses requests so that all together take up at most `bytesMax`. Every tenant has the same share. What some do
 * not use of theirs, the others may.
 */
export function tenantSurpluses(
  kept: readonly KeptOfAccount[],
  tenantOf: (accountId: number) => number,
  bytesMax: number,
): TenantSurplus[] {
  const tenants = [...Map.groupBy(kept, ({ accountId }) => tenantOf(accountId)).values()]
    .map((accounts) => {
      const bytes = accounts.reduce((sum, account) => sum + account.bytes, 0);
      return { accountIds: accounts.map(({ accountId }) => accountId), bytes };
    })
    .sort((one, other) => one.bytes - other.bytes);
  let left = bytesMax;
  let share = bytesMax;
  for (const [index, { bytes }] of tenants.entries()) {
    share = left / (tenants.length - index);
    if (bytes > share) break;
    left -= bytes;
  }
  return tenants
    .filter(({ bytes }) => bytes > share)
    .map(({ accountIds, bytes }) => ({ accountIds, bytes: bytes - share }));
}
