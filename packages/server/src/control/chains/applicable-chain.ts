import type { ChainLevel } from "@weir/protocol/closed-sets";
import type { ControlData } from "../control.ts";

/** The chain that applies to something, and the level that it comes from. The account's default always exists. */
export interface ApplicableChain {
  readonly uuid: string;
  readonly name: string;
  /** The nearest level that has a chain. */
  readonly through: ChainLevel;
}

/**
 * Returns the chain that applies to a sensor, a device, a group or (`default`, with the account's id) an account: its own, or
 * that of the next level up. The row must exist.
 */
export async function chainOf(
  db: ControlData,
  { level, id }: { readonly level: ChainLevel; readonly id: number },
): Promise<ApplicableChain> {
  const { chainId, above } = await readLevel(db, level, id);
  if (chainId === null) return chainOf(db, above!);
  const chain = await db
    .selectFrom("chains")
    .select(["uuid", "name"])
    .where("id", "=", chainId)
    .executeTakeFirstOrThrow();
  return { ...chain, through: level };
}

interface LevelRow {
  readonly chainId: number | null;
  /** Null for an account, which has nothing above it and always has a chain. */
  readonly above: { readonly level: ChainLevel; readonly id: number } | null;
}

async function readLevel(db: ControlData, level: ChainLevel, id: number): Promise<LevelRow> {
  switch (level) {
    case "sensor": {
      const sensors = db.selectFrom("sensors").select(["chain_id", "device_id"]).where("id", "=", id);
      const row = await sensors.executeTakeFirstOrThrow();
      return { chainId: row.chain_id, above: { level: "device", id: row.device_id } };
    }
    case "device": {
      const devices = db.selectFrom("devices").select(["chain_id", "group_id", "account_id"]);
      const row = await devices.where("id", "=", id).executeTakeFirstOrThrow();
      const above =
        row.group_id === null
          ? ({ level: "default", id: row.account_id } as const)
          : ({ level: "group", id: row.group_id } as const);
      return { chainId: row.chain_id, above };
    }
    case "group": {
      const groups = db.selectFrom("device_groups").select(["chain_id", "account_id"]).where("id", "=", id);
      const row = await groups.executeTakeFirstOrThrow();
      return { chainId: row.chain_id, above: { level: "default", id: row.account_id } };
    }
    case "default": {
      const accounts = db.selectFrom("accounts").select("default_chain_id").where("id", "=", id);
      return { chainId: (await accounts.executeTakeFirstOrThrow()).default_chain_id, above: null };
    }
  }
}
