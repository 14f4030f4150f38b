import type { Kysely } from "kysely";
import { type ChainNetwork, loadChainNetwork } from "./chain-network.ts";
import type { ControlSchema } from "./control-schema.ts";
import type { FoundChain } from "./find-chain.ts";

/** Where a chain is assigned, and which chains lead to it. */
export interface ChainUse {
  readonly isDefault: boolean;
  readonly groups: number;
  readonly devices: number;
  readonly sensors: number;
  /** Names of chains whose published version hands readings on to it. */
  readonly chains: readonly string[];
}

/** `db` may be a transaction of the store. */
export async function readChainUse(db: Kysely<ControlSchema>, chain: FoundChain): Promise<ChainUse> {
  return chainUse(db, chain, await loadChainNetwork(db, chain.accountId));
}

export async function chainUse(
  db: Kysely<ControlSchema>,
  { id, uuid }: FoundChain,
  network: ChainNetwork,
): Promise<ChainUse> {
  const counts = await db
    .selectNoFrom((row) => [
      row
        .selectFrom("accounts")
        .select(row.fn.countAll<number>().as("n"))
        .where("default_chain_id", "=", id)
        .as("accounts"),
      row
        .selectFrom("device_groups")
        .select(row.fn.countAll<number>().as("n"))
        .where("chain_id", "=", id)
        .as("groups"),
      row
        .selectFrom("devices")
        .select(row.fn.countAll<number>().as("n"))
        .where("chain_id", "=", id)
        .as("devices"),
      row
        .selectFrom("sensors")
        .select(row.fn.countAll<number>().as("n"))
        .where("chain_id", "=", id)
        .as("sensors"),
    ])
    .executeTakeFirstOrThrow();
  return {
    isDefault: counts.accounts !== 0,
    groups: counts.groups ?? 0,
    devices: counts.devices ?? 0,
    sensors: counts.sensors ?? 0,
    chains: network.leadingTo(uuid),
  };
}

export function isUsed({ isDefault, groups, devices, sensors, chains }: ChainUse): boolean {
  return isDefault || groups + devices + sensors + chains.length > 0;
}

/** For people; empty where nothing uses it. */
export function describeUse({ isDefault, groups, devices, sensors, chains }: ChainUse): string {
  const counted = (count: number, what: string): string[] =>
    count === 0 ? [] : [`${count} ${what}${count === 1 ? "" : "s"}`];
  return [
    ...(isDefault ? ["default"] : []),
    ...counted(groups, "group"),
    ...counted(devices, "device"),
    ...counted(sensors, "sensor"),
    ...chains.map((name) => `chain "${name}"`),
  ].join(", ");
}
