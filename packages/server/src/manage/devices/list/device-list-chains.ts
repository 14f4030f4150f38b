import type { ChainLevel } from "@weir/protocol/closed-sets";
import { chainsAppliedToDevices, ownChainsOfSensors } from "../../../control/chains/applied-chains.ts";
import {
  type ChainWarning,
  loadSurroundings,
  type SurroundingsSource,
  warningsOf,
} from "../../chains/chain-validation.ts";
import type { ChainControlReader } from "../../chains/work/chain-control.ts";

/** The chain of a device's readings, unless their sensor has its own. */
export interface ChainOfDevice {
  readonly uuid: string;
  readonly name: string;
  readonly through: Exclude<ChainLevel, "sensor">;
  /** Of its published version. */
  readonly warnings: readonly ChainWarning[];
}

/** For devices of one account, by their ids. Few chains serve many devices, so each is looked up once. */
export async function chainsOfDevices(
  store: SurroundingsSource,
  accountId: number,
  deviceIds: readonly number[],
): Promise<Map<number, ChainOfDevice>> {
  const applied = await chainsAppliedToDevices(store, accountId, deviceIds);
  const chains = await describeChains(
    store,
    accountId,
    applied.map(({ chainId }) => chainId),
  );
  return new Map(
    applied.map(({ deviceId, chainId, through }) => [deviceId, { ...chains.get(chainId)!, through }]),
  );
}

export interface ChainOfSensor extends Omit<ChainOfDevice, "through"> {
  readonly through: ChainLevel;
}

/** For sensors of one device, by their ids: their own chain, or that of the device. */
export async function chainsOfSensors(
  store: ChainControlReader,
  { id: deviceId, accountId }: { readonly id: number; readonly accountId: number },
  sensorIds: readonly number[],
): Promise<Map<number, ChainOfSensor>> {
  const ofDevice = (await chainsOfDevices(store, accountId, [deviceId])).get(deviceId)!;
  const owned = await ownChainsOfSensors(store, deviceId, sensorIds);
  const described =
    owned.size === 0 ? new Map() : await describeChains(store, accountId, [...owned.values()]);
  return new Map(
    sensorIds.map((id) => {
      const chain = described.get(owned.get(id));
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
  const chains = [...surroundings.published.values()].filter(({ id }) => wanted.has(id));
  const described = new Map<number, Omit<ChainOfDevice, "through">>();
  for (const { id, uuid, name } of chains) {
    described.set(id, { uuid, name, warnings: await warningsOf(surroundings, uuid) });
  }
  return described;
}
