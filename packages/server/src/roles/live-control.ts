import type { ControlChange, ControlReader, ControlStore } from "../control/control-store.ts";
import type { DeviceRegistry } from "../ingest/authenticate/device-registry.ts";
import type { Connections, LastConnected } from "../ingest/last-connected.ts";
import type { LiveHub } from "../live/live-hub.ts";
import { loadDeviceRecords } from "../manage/device-records.ts";
import type { DeviceRhythms } from "../manage/device-rhythms.ts";
import type { ProcessorSupervisor } from "../process/processor-supervisor.ts";
import type { Queue } from "../queue/queue.ts";
import type { FoundReadings, WantedReadings } from "../store/wanted-readings.ts";

/** How often "last connected" leaves the server's memory. */
const connectionsEveryMs = 1000;
/** How many devices then: a large fleet is written little by little, at a cost that does not grow with it. */
const connectionsPerTurn = 1000;
const flushTimeoutMs = 5000;

export interface LiveControlParts {
  readonly control: ControlReader & Pick<ControlStore, "key">;
  readonly devices: DeviceRegistry;
  readonly processor: ProcessorSupervisor;
  readonly lastConnected: LastConnected;
  readonly rhythms: DeviceRhythms;
  readonly queue: Queue;
  readonly hub: LiveHub;
  /** Some may be new. */
  readonly askRecipients: () => void;
  /** Of devices, groups or accounts. */
  readonly settingsChanged: () => void;
}

/**
 * Keeps the running server in step with control data: what commands change comes in, what the server noticed of
 * devices goes out. A change is applied when the promise resolves: no request begun later sees the old state.
 */
export class LiveControl {
  readonly #control: LiveControlParts["control"];
  readonly #devices: DeviceRegistry;
  readonly #processor: ProcessorSupervisor;
  readonly #lastConnected: LastConnected;
  readonly #rhythms: DeviceRhythms;
  readonly #queue: Queue;
  readonly #hub: LiveHub;
  readonly #askRecipients: () => void;
  readonly #settingsChanged: () => void;
  readonly #timer: Timer;
  #loading: Promise<void> = Promise.resolve();

  constructor(parts: LiveControlParts) {
    this.#control = parts.control;
    this.#devices = parts.devices;
    this.#processor = parts.processor;
    this.#lastConnected = parts.lastConnected;
    this.#rhythms = parts.rhythms;
    this.#queue = parts.queue;
    this.#hub = parts.hub;
    this.#askRecipients = parts.askRecipients;
    this.#settingsChanged = parts.settingsChanged;
    this.#timer = setInterval(() => this.#sendConnections(connectionsPerTurn), connectionsEveryMs);
  }

  async loadDevices(): Promise<void> {
    await this.#inTurn(async () => {
      for (const record of await loadDeviceRecords(this.#control)) this.#devices.put(record);
    });
  }

  async apply(changes: readonly ControlChange[]): Promise<void> {
    if (changes.some(({ kind }) => kind === "key")) this.#control.key.reload();
    const ofPeople = changes.filter((change) => change.kind === "people" || change.kind === "account");
    const apart = ["people", "key", "recipients"];
    const ofProcessor = changes.filter(({ kind }) => !apart.includes(kind));
    const ofRecipients = changes.filter(({ kind }) => kind === "people" || kind === "recipients");
    if (ofRecipients.length > 0) this.#processor.send({ kind: "recipients changed" });
    if (changes.some(({ kind }) => kind === "recipients")) this.#askRecipients();
    if (changes.some(({ kind }) => kind === "device" || kind === "account")) this.#settingsChanged();
    await Promise.all([
      ofPeople.length > 0 ? this.#hub.recheck() : null,
      ofProcessor.length > 0 ? this.#applyToDevices(ofProcessor) : null,
    ]);
  }

  /** Brings what only the server knows to where commands read it, and waits, not for ever, for what was accepted. */
  async flush(): Promise<void> {
    this.#sendConnections();
    const settled = this.#processor.flush(this.#queue.totals().lastPosition);
    await Promise.race([settled, Bun.sleep(flushTimeoutMs)]);
  }

  /** Which of these readings are stored. What memory has forgotten may still wait for the processor, so that comes first. */
  async findStored(readings: WantedReadings): Promise<FoundReadings> {
    await this.#processor.flush(this.#queue.lastPosition);
    return this.#processor.request({ kind: "find readings", readings });
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#sendConnections();
  }

  async #applyToDevices(changes: readonly ControlChange[]): Promise<void> {
    const devices = changes.filter((change) => change.kind === "device");
    const deviceIds = devices.map(({ deviceId }) => deviceId);
    await this.#inTurn(async () => {
      for (const deviceId of deviceIds) await this.#reloadDevice(deviceId);
    });
    if (deviceIds.length > 0) this.#processor.send({ kind: "changed", deviceIds });
    if (devices.length < changes.length) this.#processor.send({ kind: "changed", deviceIds: null });
    await this.#processor.flush(0);
  }

  /** One load after the other, so that what was read first is not put in place last. */
  #inTurn(load: () => Promise<void>): Promise<void> {
    const loaded = this.#loading.then(load);
    this.#loading = loaded.catch(() => undefined);
    return loaded;
  }

  async #reloadDevice(deviceId: number): Promise<void> {
    const [record] = await loadDeviceRecords(this.#control, deviceId);
    if (record === undefined) this.#removeDevice(deviceId);
    else this.#devices.put(record);
  }

  #removeDevice(deviceId: number): void {
    const record = this.#devices.findById(deviceId)?.record;
    if (record === undefined) return;
    this.#devices.remove(deviceId);
    this.#rhythms.forget(deviceId);
    this.#hub.publish([{ kind: "deletion", accountId: record.accountId, device: record.uuid }]);
  }

  #tellConnected(connections: Connections): void {
    for (const [deviceId, lastConnectedMs] of connections) {
      const record = this.#devices.findById(deviceId)?.record;
      if (record === undefined || !this.#hub.isWatched(record.accountId)) continue;
      this.#hub.publish([
        { kind: "device", accountId: record.accountId, device: record.uuid, lastConnectedMs },
      ]);
    }
  }

  #sendConnections(max?: number): void {
    if (!this.#processor.isRunning) return;
    const connections = this.#lastConnected.collect(max);
    if (connections.length === 0) return;
    this.#processor.send({
      kind: "connected",
      connections: connections.map(([id, atMs]) => [id, atMs, this.#rhythms.connected(id, atMs)]),
    });
    this.#tellConnected(connections);
  }
}
