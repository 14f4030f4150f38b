import type { ChainReading } from "@weir/rule-engine/chain-reading";
import type { Step } from "@weir/rule-engine/node-type";
import { readingMeter, type StepsUsedUp } from "@weir/rule-engine/reading-meter";
import { reasonOf } from "../platform/log.ts";
import type { SettledCounts } from "../store/partition-progress.ts";
import { StoreFault } from "../store/store-fault.ts";
import type { BatchSaves } from "./batch-saves.ts";
import type { ChainDirectory, PublishedChain, SensorEntry } from "./chains/chain-directory.ts";
import type { HostParts } from "./chains/host-parts.ts";
import { ProcessorHost } from "./chains/processor-host.ts";
import type { ReadingRun } from "./chains/reading-run.ts";
import type { Traces } from "./chains/traces.ts";
import { lettersInForm } from "./letter-form.ts";
import type { Narrowing, PutAside } from "./narrowing.ts";
import type { Receipts } from "./receipts.ts";

interface ReadingSettlerParts {
  readonly parts: HostParts;
  readonly chains: ChainDirectory;
  readonly traces: Traces;
  readonly receipts: Receipts;
  readonly saves: BatchSaves;
  readonly narrowing: Narrowing;
}

/** Runs readings of the open batch through their chains, one by one, and records what becomes of each. */
export class ReadingSettler {
  readonly #of: ReadingSettlerParts;
  /** The number of the next reading in the batch. */
  next = 0;

  constructor(parts: ReadingSettlerParts) {
    this.#of = parts;
  }

  settle(reading: ChainReading, sensor: SensorEntry, counts: SettledCounts): void {
    const { parts, traces, receipts, narrowing } = this.#of;
    const { run, batch } = parts;
    const { saves } = batch;
    const from = saves.count;
    const number = this.next++;
    run.begin(reading.value, reading.metadata, sensor.alerts);
    if (narrowing.aside !== null) this.#putAside(reading, sensor.chain, narrowing.aside);
    else if (traces.isOn) this.#runTraced(reading, sensor, number);
    else this.#run(reading, sensor, null);
    if (run.isDead) {
      counts.dead++;
      receipts.died(run, sensor);
    } else if (run.isSaved) {
      counts.saved++;
      this.#of.saves.note(number, from, saves.count);
    } else {
      counts.ended++;
      if (run.end !== null) run.end.ended++;
      receipts.ended(run, sensor);
    }
  }

  #run(reading: ChainReading, { chain }: SensorEntry, observed: Step | null): void {
    if (!chain.ok) {
      this.#deadLetter(reading, chain, chain.problem);
      return;
    }
    try {
      const usedUp = readingMeter.run(observed ?? chain.run, reading);
      if (usedUp !== null) putAside(usedUp, reading, this.#of.parts.run);
    } catch (error) {
      if (error instanceof StoreFault) throw error;
      this.#deadLetter(reading, chain, `The chain failed: ${reasonOf(error)}`);
    }
  }

  #runTraced(reading: ChainReading, sensor: SensorEntry, number: number): void {
    const { parts, traces } = this.#of;
    const nowMs = parts.clock.nowMs();
    const observed = traces.begin(sensor, nowMs);
    this.#run(reading, sensor, observed);
    if (observed === null) return;
    traces.finish(reading, parts.run, sensor, { number, nowMs });
  }

  /** The reading passes through no node, because the store would refuse what they make of it. */
  #putAside(reading: ChainReading, chain: PublishedChain, { reason, form }: PutAside): void {
    const { run, batch, log } = this.#of.parts;
    const { device, sensor } = reading.source;
    this.#deadLetter(reading, chain, reason);
    const letters = lettersInForm(batch.deadLetters.pop()!, form);
    batch.deadLetters.push(...letters);
    const facts = { device: device.uuid, sensor: sensor.uuid, reason };
    if (letters.length > 0) {
      log.error("the store refused a reading, which is a dead letter now", facts);
      return;
    }
    run.letterId = null;
    const { atUs, value } = reading;
    log.error("the store refused a reading and every dead letter of it, so the reading is only counted", {
      ...facts,
      at_us: atUs,
      value,
    });
  }

  #deadLetter(reading: ChainReading, chain: PublishedChain, reason: string): void {
    const { parts, chains } = this.#of;
    new ProcessorHost(chain, parts, chains, null).deadLetter(reading, null, reason);
  }
}

/**
 * Turns a reading that used up its steps into a dead letter, at the node that took most of them. The effects of earlier
 * branches stay, as with any other failure. A `failure` output is not taken, because the nodes after it would cost even
 * more.
 */
function putAside({ place, reason }: StepsUsedUp, reading: ChainReading, run: ReadingRun): void {
  const { host, nodeId } = place;
  run.isTooExpensive = true;
  host.failed(reading, nodeId, reason);
  host.deadLetter(reading, nodeId, reason);
}
