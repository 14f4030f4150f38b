import type { Bus, Changes } from "../../bus/bus.ts";
import type { CollectedConnections } from "../../bus/messages.ts";
import { changedDevices } from "../../control/changed-devices.ts";
import { type ControlReader, lookingUp } from "../../control/control.ts";
import type { DeviceRecord, DeviceRegistry, TokenUse } from "../../ingest/authenticate/device-registry.ts";
import type { LastConnected } from "../../ingest/last-connected.ts";
import type { IntakeQueue } from "../../installation/installation.ts";
import { loadDeviceRecords } from "../../manage/devices/device-records.ts";
import type { LiveEvent } from "../../web/live/live-event.ts";
import type { ListenerThreads } from "./listener-threads.ts";

/** The manage role may be away when connections are handed over. */
const handOverTimeoutMs = 2000;

interface FleetMemoryParts {
  readonly bus: Bus;
  readonly control: ControlReader;
  readonly devices: DeviceRegistry;
  readonly lastConnected: LastConnected;
  readonly queue: Pick<IntakeQueue, "lastPositions">;
}

/**
 * Keeps the devices in memory in step with control data, and passes on when they connected. Once `apply` has resolved,
 * a change is applied: no request that begins later sees the old state.
 */
export class FleetMemory {
  readonly #parts: FleetMemoryParts;
  #watched: readonly number[] = [];
  #listeners: ListenerThreads | null = null;
  #loading: Promise<void> = Promise.resolve();

  constructor(parts: FleetMemoryParts) {
    this.#parts = parts;
  }

  load(): Promise<void> {
    const { control, devices } = this.#parts;
    return this.#inTurn(async () => {
      for (const record of await loadDeviceRecords(control)) devices.put(withSharedUse(record));
    });
  }

  apply(changes: Changes): Promise<void> {
    return this.#inTurn(async () => {
      if (changes === "everything") await this.#reloadAll();
      else await this.#reload(changedDevices(changes));
    });
  }

  /** These threads have the current devices, and receive every change from now on. */
  serve(listeners: ListenerThreads): void {
    this.#listeners = listeners;
  }

  /** The accounts that open pages show. */
  watch(accountIds: readonly number[]): void {
    this.#watched = accountIds;
  }

  async collect(max: number): Promise<CollectedConnections> {
    const { lastConnected, queue } = this.#parts;
    const connections = [...lastConnected.collect(max), ...((await this.#listeners?.connections(max)) ?? [])];
    const events = connections.flatMap(([deviceId, atMs]) => this.#eventOf(deviceId, atMs));
    return { connections, events, lastPositions: queue.lastPositions() };
  }

  async tokenUses(nowMs: number): Promise<TokenUse[]> {
    return [...this.#parts.devices.tokenUses(nowMs), ...((await this.#listeners?.tokenUses()) ?? [])];
  }

  /** Hands connections that were not collected yet to the manage role, if it is running. */
  async handOver(nowMs: number): Promise<void> {
    const { bus } = this.#parts;
    const collected = await this.collect(Number.POSITIVE_INFINITY);
    const tokenUses = await this.tokenUses(nowMs);
    const given = { kind: "take over", collected, tokenUses } as const;
    await bus.ask("manage", given, { timeoutMs: handOverTimeoutMs }).catch(() => undefined);
  }

  /** Loads run one after the other, so that older data never replaces newer data. */
  #inTurn(load: () => Promise<void>): Promise<void> {
    const loaded = this.#loading.then(load);
    this.#loading = loaded.catch(() => undefined);
    return loaded;
  }

  async #reloadAll(): Promise<void> {
    const { control, devices } = this.#parts;
    const loaded = (await loadDeviceRecords(control)).map(withSharedUse);
    const ids = new Set(loaded.map(({ id }) => id));
    const removedIds = devices.ids().filter((id) => !ids.has(id));
    for (const record of loaded) devices.put(record);
    for (const deviceId of removedIds) devices.remove(deviceId);
    await this.#listeners?.changeDevices(loaded, removedIds);
  }

  async #reload(deviceIds: readonly number[]): Promise<void> {
    if (deviceIds.length === 0) return;
    const { control, devices, bus } = this.#parts;
    const loaded = (await loadDeviceRecords(lookingUp(control), deviceIds)).map(withSharedUse);
    const ids = new Set(loaded.map(({ id }) => id));
    const removed = deviceIds.flatMap((id) => (ids.has(id) ? [] : (devices.findById(id)?.record ?? [])));
    const removedIds = removed.map(({ id }) => id);
    for (const record of loaded) devices.put(record);
    for (const deviceId of removedIds) devices.remove(deviceId);
    await this.#listeners?.changeDevices(loaded, removedIds);
    for (const { id: deviceId, accountId, uuid } of removed)
      bus.tell("manage", { kind: "device removed", deviceId, accountId, uuid });
  }

  #eventOf(deviceId: number, lastConnectedMs: number): LiveEvent[] {
    const { devices } = this.#parts;
    const accountId = devices.accountOf(deviceId);
    if (accountId === undefined || !this.#watched.includes(accountId)) return [];
    const device = devices.findById(deviceId)!.record.uuid;
    return [{ kind: "device", accountId, device, lastConnectedMs }];
  }
}

/** If the first use of a new token ends the old one, it does so for all threads at once. */
function withSharedUse(record: DeviceRecord): DeviceRecord {
  const { previousToken } = record;
  if (!previousToken?.untilFirstUse) return record;
  return { ...record, previousToken: { ...previousToken, used: new SharedArrayBuffer(4) } };
}
