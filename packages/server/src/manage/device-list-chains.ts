import type { Level } from "../control/chains/applicable-chain.ts";
import {
  type ControlReader,
  type ControlStore,
  type ControlTransaction,
  withinAccount,
} from "../control/control-store.ts";
import {
  type ChainWarning,
  loadSurroundings,
  type SurroundingsSource,
  warningsOf,
} from "./chain-validation.ts";
import { findChain } from "./find-chain.ts";
import { type Result, refuse, succeed } from "./manage-error.ts";

/** What a device's readings go through unless their sensor has a chain of its own. */
export interface ChainOfDevice {
  readonly uuid: string;
  readonly name: string;
  readonly through: Exclude<Level, "sensor">;
  /** Of its published version. */
  readonly warnings: readonly ChainWarning[];
}

/** For devices of one account, by their ids. Few chains serve many devices, so each is looked at once. */
export async function chainsOfDevices(
  store: SurroundingsSource,
  accountId: number,
  deviceIds: readonly number[],
): Promise<Map<number, ChainOfDevice>> {
  const devices = await store.db
    .selectFrom("devices")
    .innerJoin("accounts", "accounts.id", "devices.account_id")
    .leftJoin("device_groups", "device_groups.id", "devices.group_id")
    .select([
      "devices.id",
      "devices.chain_id as own",
      "device_groups.chain_id as ofGroup",
      "accounts.default_chain_id as byDefault",
    ])
    .where("devices.id", "in", deviceIds)
    .where("devices.account_id", "=", accountId)
    .execute();
  const applied = devices.map(({ id, own, ofGroup, byDefault }) => {
    const through = own !== null ? "device" : ofGroup !== null ? "group" : "default";
    return { id, chainId: own ?? ofGroup ?? byDefault!, through } as const;
  });
  const chains = await describeChains(
    store,
    accountId,
    applied.map(({ chainId }) => chainId),
  );
  return new Map(applied.map(({ id, chainId, through }) => [id, { ...chains.get(chainId)!, through }]));
}

export interface ChainOfSensor extends Omit<ChainOfDevice, "through"> {
  readonly through: Level;
}

/** For sensors of one device, by their ids: their own, or that of the device. */
export async function chainsOfSensors(
  store: ControlReader,
  { id: deviceId, accountId }: { readonly id: number; readonly accountId: number },
  sensorIds: readonly number[],
): Promise<Map<number, ChainOfSensor>> {
  const ofDevice = (await chainsOfDevices(store, accountId, [deviceId])).get(deviceId)!;
  const owned = await store.db
    .selectFrom("sensors")
    .select(["id", "chain_id as chainId"])
    .where("id", "in", sensorIds)
    .where("device_id", "=", deviceId)
    .where("chain_id", "is not", null)
    .execute();
  const ownIds = owned.map(({ chainId }) => chainId!);
  const described = ownIds.length === 0 ? new Map() : await describeChains(store, accountId, ownIds);
  const own = new Map(owned.map(({ id, chainId }) => [id, described.get(chainId!)]));
  return new Map(
    sensorIds.map((id) => {
      const chain = own.get(id);
      return [id, chain === undefined ? ofDevice : { ...chain, through: "sensor" }];
    }),
  );
}

async function describeChains(
  store: SurroundingsSource,
  accountId: number,
  chainIds: readonly number[],
): Promise<Map<number, Omit<ChainOfDevice, "through">>> {
  const surroundings = await loadSurroundings(store, accountId);
  const wanted = new Set(chainIds);
  const chains = [...surroundings.live.values()].filter(({ id }) => wanted.has(id));
  return new Map(
    chains.map(({ id, uuid, name }) => [id, { uuid, name, warnings: warningsOf(surroundings, uuid) }]),
  );
}

/** The column of what gets a chain of its account, or is left without one. Only what is published can be given. */
export async function chainColumn(
  store: ControlStore,
  tx: ControlTransaction,
  accountId: number,
  selector: string | null,
): Promise<Result<{ chain_id: number | null }>> {
  if (selector === null) return succeed({ chain_id: null });
  const found = await findChain(withinAccount(store, accountId), tx, selector);
  if (!found.ok) return found;
  const { id, name, publishedVersion } = found.value;
  if (publishedVersion !== null) return succeed({ chain_id: id });
  return refuse("chain_unpublished", `The chain "${name}" was never published. Publish it first.`);
}
