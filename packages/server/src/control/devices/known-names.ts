import type { ControlReader } from "../control.ts";

interface Names {
  readonly devices: readonly string[];
  readonly groups: readonly string[];
}

/** Returns which of these names devices and groups of an account have. */
export async function knownNames(
  { db, dialect }: Pick<ControlReader, "db" | "dialect">,
  accountId: number,
  { devices, groups }: Names,
): Promise<{ readonly devices: ReadonlySet<string>; readonly groups: ReadonlySet<string> }> {
  const [ofDevices, ofGroups] = [
    await db
      .selectFrom("devices")
      .select("name")
      .distinct()
      .where("account_id", "=", accountId)
      .where("name", "in", dialect.listed(devices))
      .execute(),
    await db
      .selectFrom("device_groups")
      .select("name")
      .where("account_id", "=", accountId)
      .where("name", "in", dialect.listed([...new Set(groups)]))
      .execute(),
  ];
  return {
    devices: new Set(ofDevices.map(({ name }) => name)),
    groups: new Set(ofGroups.map(({ name }) => name)),
  };
}
