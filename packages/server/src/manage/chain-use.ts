import type { Kysely } from "kysely";
import type { ControlSchema } from "../control/control-schema.ts";
import { ChainNetwork } from "./chain-network.ts";
import type { FoundChain } from "./find-chain.ts";
import { type LiveChainSource, loadLiveChains } from "./live-chains.ts";

/** Where a chain is assigned, and which chains lead to it. */
export interface ChainUse {
  readonly isDefault: boolean;
  readonly groups: number;
  readonly devices: number;
  readonly sensors: number;
  /** Names of chains whose published version hands readings on to it. */
  readonly chains: readonly string[];
}

export async function readChainUse(
  source: LiveChainSource,
  { id, uuid, accountId }: Pick<FoundChain, "id" | "uuid" | "accountId">,
): Promise<ChainUse> {
  const network = new ChainNetwork(await loadLiveChains(source, accountId));
  const assigned = await readAssignments(source.db, [id]);
  return { ...assigned(id), chains: network.leadingTo(uuid) };
}

/** Where chains are assigned, in as many queries for many as for one. */
export async function readAssignments(
  db: Kysely<ControlSchema>,
  chainIds: readonly number[],
): Promise<(chainId: number) => Omit<ChainUse, "chains">> {
  const count = async (
    table: "device_groups" | "devices" | "sensors",
  ): Promise<ReadonlyMap<number, number>> => {
    const rows = await db
      .selectFrom(table)
      .select((row) => ["chain_id as id", row.fn.countAll<number>().as("count")])
      .where("chain_id", "in", chainIds)
      .groupBy("chain_id")
      .execute();
    return new Map(rows.map((row) => [row.id!, row.count]));
  };
  const defaults = await db
    .selectFrom("accounts")
    .select("default_chain_id as id")
    .where("default_chain_id", "in", chainIds)
    .execute();
  const isDefault = new Set(defaults.map(({ id }) => id));
  const [groups, devices, sensors] = [
    await count("device_groups"),
    await count("devices"),
    await count("sensors"),
  ];
  return (id) => ({
    isDefault: isDefault.has(id),
    groups: groups.get(id) ?? 0,
    devices: devices.get(id) ?? 0,
    sensors: sensors.get(id) ?? 0,
  });
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
