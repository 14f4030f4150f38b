import type { ChainLogLevel } from "@weir/protocol/closed-sets";
import { noNotifiedValues } from "@weir/protocol/manage/alarm-values";
import type {
  Alarm,
  ChainHost,
  ChainObserver,
  OutputCounter,
  SensorStates,
} from "@weir/rule-engine/chain-host";
import type { ChainReading } from "@weir/rule-engine/chain-reading";
import { handoversMax, tooManyHandovers } from "@weir/rule-engine/handovers";
import type { ChainMessage } from "@weir/rule-engine/message";
import { destinationOf } from "../../deliver/destination.ts";
import type { SavedReadings } from "../../store/readings/saved-readings.ts";
import { judgeSaved } from "../alerts/judge-saved.ts";
import type { LiveFeed } from "../live-feed.ts";
import type { ChainDirectory, PublishedChain } from "./chain-directory.ts";
import type { HostParts } from "./host-parts.ts";
import { LimitedLog } from "./limited-log.ts";
import type { ReadingRun } from "./reading-run.ts";

/** Carries out what the nodes of one chain ask for, as a part of the open batch. */
export class ProcessorHost implements ChainHost {
  readonly observer: ChainObserver | null;
  readonly #chain: PublishedChain;
  readonly #parts: HostParts;
  readonly #directory: ChainDirectory;
  readonly #saves: SavedReadings;
  readonly #run: ReadingRun;
  readonly #log: LimitedLog;
  readonly #feed: LiveFeed;

  constructor(
    chain: PublishedChain,
    parts: HostParts,
    directory: ChainDirectory,
    observer: ChainObserver | null,
  ) {
    this.#chain = chain;
    this.#parts = parts;
    this.#directory = directory;
    this.#saves = parts.batch.saves;
    this.#run = parts.run;
    this.#feed = parts.feed;
    this.#log = new LimitedLog(parts.log, parts.clock);
    this.observer = observer;
  }

  save(reading: ChainReading, sensorId: number): void {
    this.#run.isSaved = true;
    if (this.#feed.isOn) this.#tellSaved(reading, sensorId);
    this.#saves.add(
      sensorId,
      reading.atUs,
      reading.value,
      reading.receivedUs,
      reading.deviceSeconds,
      reading.deviceMicros,
      reading.metadata,
    );
    const isOwn = sensorId === reading.source.sensorId;
    if (!isOwn) this.#judgeOther(reading, sensorId);
    else if (this.#run.alerts !== null) judgeSaved(this.#run.alerts, reading.source, reading, this.#parts);
  }

  #judgeOther(reading: ChainReading, sensorId: number): void {
    const sensor = this.#directory.of(sensorId);
    if (sensor?.alerts) judgeSaved(sensor.alerts, sensor.source, reading, this.#parts);
  }

  #tellSaved({ source, atUs, value }: ChainReading, sensorId: number): void {
    const saved = sensorId === source.sensorId ? source : this.#directory.of(sensorId)?.source;
    if (saved !== undefined) this.#feed.saved(saved, atUs, value);
  }

  sensorOf({ source }: ChainReading, slug: string): number | undefined {
    return this.#directory.sensorOfDevice(source.deviceId, slug);
  }

  raiseAlarm({ source, atUs, value }: ChainReading, nodeId: string, alarm: Alarm): boolean {
    const { accountId, deviceId, sensorId } = source;
    const chainId = this.#chain.id;
    const change = this.#parts.records.alarms.raise({
      ...alarm,
      accountId,
      deviceId,
      sensorId,
      chainId,
      nodeId,
      raisedUs: atUs,
      value,
    });
    if (change === "active") return false;
    const isNew = change === "raised";
    if (this.#feed.isOn)
      this.#feed.alarm(source, alarm, isNew ? "raised" : "severity_rose", {
        atUs,
        value,
        ...noNotifiedValues,
      });
    return isNew;
  }

  clearAlarm({ source, atUs, value }: ChainReading, name: string): boolean {
    const clearing = { clearedUs: atUs, clearedBy: null };
    const notified = this.#parts.records.alarms.clear(source.sensorId, { name, ruleId: null }, clearing);
    if (notified === null) return false;
    const alarm = { name, severity: null, message: null };
    if (this.#feed.isOn) this.#feed.alarm(source, alarm, "cleared", { atUs, value, ...notified });
    return true;
  }

  send(reading: ChainReading, nodeId: string, message: ChainMessage): string | null {
    const { source } = reading;
    const { batch, room, clock } = this.#parts;
    const key = this.#run.nextMessageKey(reading, this.#chain.uuid, nodeId);
    if (!room.take(source.accountId)) return "Too many messages of this account wait to be delivered.";
    batch.messages.push({
      key,
      accountId: source.accountId,
      sensorId: source.sensorId,
      chainId: this.#chain.id,
      nodeId,
      destination: destinationOf(message),
      message,
      nowMs: clock.nowMs(),
    });
    return null;
  }

  log({ source }: ChainReading, nodeId: string, level: ChainLogLevel, text: string): void {
    const { uuid, name } = this.#chain;
    this.#log.write(level, text, { chain: name, chainUuid: uuid, node: nodeId, sensor: source.sensor.uuid });
  }

  enterChain(reading: ChainReading, chainUuid: string): string | null {
    const chain = this.#directory.chainByUuid(chainUuid);
    if (chain === undefined || chain.accountId !== this.#chain.accountId) {
      return `There is no chain ${chainUuid} in this account.`;
    }
    if (!chain.ok) return `The chain "${chain.name}" cannot run: ${chain.problem}`;
    if (this.#run.handovers === handoversMax) return tooManyHandovers;
    this.#run.handovers++;
    chain.run(reading);
    return null;
  }

  failed({ source }: ChainReading, nodeId: string, reason: string): void {
    const { records, clock } = this.#parts;
    const happenedMs = clock.nowMs();
    const chainId = this.#chain.id;
    records.counters.failed({ chainId, nodeId, sensorId: source.sensorId, happenedMs, reason });
  }

  /** Creates one letter per reading, however many of its branches fail: replaying it runs all of them again. */
  deadLetter(reading: ChainReading, nodeId: string | null, reason: string): void {
    if (this.#run.isDead) return;
    this.#run.isDead = true;
    this.#run.diedIn = this.#chain;
    this.#run.diedAt = nodeId;
    this.#run.diedOf = reason;
    const { source, value, metadata, atUs, receivedUs, batteryVolts } = reading;
    const { accountId, deviceId, sensorId } = source;
    this.#run.letterId = this.#parts.records.ids.deadLetter();
    this.#parts.batch.deadLetters.push({
      id: this.#run.letterId,
      reason,
      diedMs: this.#parts.clock.nowMs(),
      accountId,
      deviceId,
      sensorId,
      atUs,
      receivedUs,
      batteryVolts,
      chainId: this.#chain.id,
      chainVersion: this.#chain.version,
      nodeId,
      nodeInput: nodeId === null ? null : JSON.stringify({ value, metadata }),
      value: this.#run.enteredValue,
      deviceUs: deviceMicros(reading),
      metadata: this.#run.enteredMetadata,
      raw: null,
    });
  }

  ended(counter: OutputCounter): void {
    this.#run.end = counter;
  }

  counter(nodeId: string, output: string): OutputCounter {
    return this.#parts.records.counters.of({ chainId: this.#chain.id, nodeId }, output);
  }

  states(nodeId: string, size: number): SensorStates {
    return this.#parts.records.states.of({ chainId: this.#chain.id, nodeId }, size);
  }
}

/**
 * Returns null if the device sent no time. A bigint, because a double is too coarse for the years that a device's clock
 * may claim.
 */
function deviceMicros({ deviceSeconds, deviceMicros: micros }: ChainReading): bigint | null {
  return deviceSeconds < 0 ? null : BigInt(deviceSeconds) * 1_000_000n + BigInt(micros);
}
