import type { ChainLevel } from "@weir/protocol/closed-sets";
import type { ControlReader } from "../control.ts";

type AppliedData = Pick<ControlReader, "db" | "dialect">;

interface AppliedChain {
  readonly deviceId: number;
  readonly chainId: number;
  readonly through: Exclude<ChainLevel, "sensor">;
}

/**
 * Returns the chains that apply to these devices of one account, unless a sensor has its own: the device's, its group's, or the
 * default.
 */
export async function chainsAppliedToDevices(
  { db, dialect }: AppliedData,
  accountId: number,
  deviceIds: readonly number[],
): Promise<AppliedChain[]> {
  const devices = await db
    .selectFrom("devices")
    .innerJoin("accounts", "accounts.id", "devices.account_id")
    .leftJoin("device_groups", "device_groups.id", "devices.group_id")
    .select([
      "devices.id as deviceId",
      "devices.account_id as accountId",
      "devices.chain_id as own",
      "device_groups.chain_id as ofGroup",
      "accounts.default_chain_id as byDefault",
    ])
    .where("devices.id", "in", dialect.listed(deviceIds))
    .execute();
  // Asked for the account as well, an engine may look for the devices among all of the account.
  const ofAccount = devices.filter((device) => device.accountId === accountId);
  return ofAccount.map(({ deviceId, own, ofGroup, byDefault }) => {
    const through = own !== null ? "device" : ofGroup !== null ? "group" : "default";
    return { deviceId, chainId: own ?? ofGroup ?? byDefault!, through };
  });
}

/** Returns the ids of the chains that these sensors of a device have of their own. */
export async function ownChainsOfSensors(
  { db, dialect }: AppliedData,
  deviceId: number,
  sensorIds: readonly number[],
): Promise<Map<number, number>> {
  const owned = await db
    .selectFrom("sensors")
    .select(["id", "chain_id as chainId"])
    .where("id", "in", dialect.listed(sensorIds))
    .where("device_id", "=", deviceId)
    .where("chain_id", "is not", null)
    .execute();
  return new Map(owned.map(({ id, chainId }) => [id, chainId!]));
}
