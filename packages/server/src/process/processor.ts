import type { ChainReading } from "@weir/rule-engine/chain-reading";
import type { Step } from "@weir/rule-engine/node-type";
import { readingMeter } from "@weir/rule-engine/reading-meter";
import { reasonOf } from "../platform/log.ts";
import { onlyPartition, type Position } from "../queue/position.ts";
import type { QueueReader } from "../queue/queue-reader.ts";
import type { SettledCounts } from "../store/reading-store.ts";
import { StoreFault } from "../store/store-fault.ts";
import type { BatchOptions, BatchWork } from "./batch-options.ts";
import { BatchReader } from "./batch-reader.ts";
import { BatchSaves } from "./batch-saves.ts";
import { ChainUses } from "./chain-uses.ts";
import type { ChainDirectory, PublishedChain, SensorEntry } from "./chains/chain-directory.ts";
import { LiveHost, type LiveParts } from "./chains/live-host.ts";
import { tellCounts } from "./chains/tell-counts.ts";
import { Traces } from "./chains/traces.ts";
import type { FairTurns } from "./fair-turns.ts";
import { OneAtATime } from "./one-at-a-time.ts";
import { putAside } from "./put-aside.ts";
import { blankReading, ReadingBatch } from "./reading-batch.ts";
import { Receipts } from "./receipts.ts";
import { StretchSaver } from "./stretch-saver.ts";
import { Tallies } from "./tallies.ts";
import { looksEvery } from "./turn-clock.ts";

/** Queue bytes taken into one transaction, at least one entry. Four times as many take 60 MB more memory, and no less CPU. */
const batchBytesMax = 1024 * 1024;
/** The same of parked frames. What a turn reads of expensive ones and does not get to is read again in the next. */
const parkedBytesMax = 64 * 1024;

/**
 * Takes whole entries from the queue, runs every reading through its sensor's chain, and settles them: rows, what the
 * chains keep and send, and the new position commit together. What fails on the way leaves no trace and is tried again,
 * so a reading is settled exactly once however often the process dies.
 */
export class Processor {
  readonly #queue: QueueReader;
  readonly #chains: ChainDirectory;
  readonly #parts: LiveParts;
  readonly traces: Traces;
  readonly turns: FairTurns;
  readonly #reading = blankReading();
  readonly #batch = new ReadingBatch();
  readonly #saves = new BatchSaves();
  /** Readings of the open batch that were settled so far. */
  #settled = 0;
  readonly #receipts: Receipts;
  readonly #uses: ChainUses;
  readonly #tallies: Tallies;
  readonly #reader: BatchReader;
  readonly #stretches: StretchSaver;
  #position: Position;
  readonly #batches = new OneAtATime();

  constructor(
    queue: QueueReader,
    chains: ChainDirectory,
    parts: LiveParts,
    turns: FairTurns,
    traces = new Traces(chains),
  ) {
    this.turns = turns;
    this.#queue = queue;
    this.#chains = chains;
    this.#parts = parts;
    this.traces = traces;
    this.#receipts = new Receipts(parts.receipts, parts.records.counters, chains);
    this.#uses = new ChainUses(parts.receipts);
    this.#tallies = new Tallies(parts.statistics);
    this.#reader = new BatchReader({
      ...{ chains, parts, turns, batch: this.#batch },
      ...{ receipts: this.#receipts, uses: this.#uses, tallies: this.#tallies, traces },
    });
    this.#stretches = new StretchSaver(parts, this.#saves, this.#tallies);
    this.#position = { partition: onlyPartition, sequence: parts.store.progress().position };
    chains.open((chain, observer) => new LiveHost(chain, parts, chains, observer));
  }

  get position(): Position {
    return this.#position;
  }

  /** Settles the next batch, or parks it; returns how many queue bytes that was, 0 when there is nothing to do. */
  settleNext(): Promise<number> {
    return this.inTurn(async () => {
      const { turns } = this;
      const { partition } = this.#position;
      const entries = await this.#queue.read(partition, this.#position, batchBytesMax);
      const last = entries.at(-1);
      if (last === undefined) return 0;
      let bytes = 0;
      this.#inBatch(last.position, (counts) => {
        for (const entry of entries) {
          this.#reader.readEntry(entry, counts);
          bytes += entry.data.length;
        }
        this.#settleBatch(counts, turns.settings.turnMs);
        turns.parkLeft(entries);
      });
      return bytes;
    });
  }

  /** Gives the account whose turn it is half a turn for what is parked of it; returns whether any did wait. */
  settleParked(): Promise<boolean> {
    return this.inTurn(async () => {
      const { turns } = this;
      const accountId = turns.lines.next();
      if (accountId === null) return false;
      this.#inBatch(this.#position, (counts) => {
        const frames = turns.first(accountId, parkedBytesMax);
        for (const frame of frames) this.#reader.readParked(frame, counts);
        this.#settleBatch(counts, turns.settings.turnMs / 2);
        turns.keepLeft(frames);
      });
      return true;
    });
  }

  /** Writes counts that would else wait for the next readings. */
  async writeCounts(): Promise<void> {
    const { counters } = this.#parts.records;
    const isPending = counters.isPending || this.#tallies.isPending || this.#receipts.isPending;
    if (isPending) await this.change(() => undefined, { countsNow: true });
  }

  /** Makes some of the old statistics smaller; returns whether there may be more to do. */
  tidyStatistics(): boolean {
    const { statistics, clock } = this.#parts;
    return statistics.tidy(clock.nowMs());
  }

  /** Forgets what is kept for chains that were deleted. */
  forgetDeletedChains(): Promise<void> {
    return this.change(() => this.#parts.records.forgetChainsExcept(this.#chains));
  }

  /** Work on what chains keep that is not about new readings, as a batch of its own. */
  change<T>(work: (counts: SettledCounts) => T, options: BatchOptions = {}): Promise<T> {
    return this.inTurn(async () => {
      let result!: T;
      const note: BatchWork = (counts) => {
        result = work(counts);
      };
      this.#inBatch(this.#position, note, options);
      return result;
    });
  }

  /** Waits for the batch that is under way, so that nothing it works with changes meanwhile. */
  inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    return this.#batches.run(work);
  }

  /** Runs one reading that is filled in already; the caller has a batch open. */
  settle(reading: ChainReading, sensor: SensorEntry, counts: SettledCounts): void {
    const { run, store } = this.#parts;
    const { saves } = store;
    const number = this.#settled++;
    run.begin(reading.value, reading.metadata);
    if (this.traces.isOn) this.#runTraced(reading, sensor, number);
    else this.#run(reading, sensor, null);
    if (run.isDead) {
      counts.dead++;
      this.#receipts.died(run, sensor);
    } else if (run.isSaved) {
      counts.saved++;
      this.#saves.note(number, saves, store.saves);
    } else {
      counts.ended++;
      if (run.end !== null) run.end.ended++;
      this.#receipts.ended(run, sensor);
    }
  }

  #run(reading: ChainReading, { chain }: SensorEntry, observed: Step | null): void {
    if (!chain.ok) {
      this.#deadLetter(reading, chain, chain.problem);
      return;
    }
    try {
      const usedUp = readingMeter.run(observed ?? chain.run, reading);
      if (usedUp !== null) putAside(usedUp, reading, this.#parts.run);
    } catch (error) {
      if (error instanceof StoreFault) throw error;
      this.#deadLetter(reading, chain, `The chain failed: ${reasonOf(error)}`);
    }
  }

  #runTraced(reading: ChainReading, sensor: SensorEntry, number: number): void {
    const { run, clock } = this.#parts;
    const nowMs = clock.nowMs();
    const observed = this.traces.begin(sensor, nowMs);
    this.#run(reading, sensor, observed);
    if (observed === null) return;
    this.traces.finish(reading, run, sensor, { number, nowMs });
  }

  #inBatch(to: Position, work: BatchWork, options: BatchOptions = {}): void {
    const settle = (): void => this.#settleOnce(to, work, options);
    if (options.mustLast === true) this.#parts.store.durably(settle);
    else settle();
  }

  #settleOnce(to: Position, work: BatchWork, { countsNow = false }: BatchOptions): void {
    const { store, records, clock, feed } = this.#parts;
    const counts: SettledCounts = { saved: 0, alreadyStored: 0, ended: 0, dead: 0 };
    this.#batch.clear();
    this.#saves.clear();
    this.traces.beginBatch();
    this.turns.begin();
    this.#settled = 0;
    try {
      store.begin();
      work(counts);
      this.#findAlreadyStored(counts);
      records.write(clock.nowMs(), countsNow);
      this.#tallies.write(clock.nowMs(), countsNow);
      this.#receipts.write(clock.nowMs(), countsNow);
      store.commit(this.#position.sequence, to.sequence, counts);
    } catch (error) {
      store.rollback();
      records.rolledBack();
      this.#tallies.rolledBack();
      this.#receipts.rolledBack();
      this.#uses.rolledBack();
      this.turns.lines.reload();
      feed.rolledBack();
      this.#position = { ...this.#position, sequence: store.progress().position };
      throw error;
    }
    records.committed();
    this.#tallies.committed();
    this.#receipts.committed();
    this.#uses.committed();
    this.turns.lines.committed();
    this.#position = to;
    tellCounts(feed, records.counters, this.#chains);
    feed.committed();
  }

  /** Only the store knows which rows were there already; until it has written them all of them count as saved. */
  #findAlreadyStored(counts: SettledCounts): void {
    const { store, run } = this.#parts;
    const alreadyStored = store.alreadyStored();
    if (alreadyStored.length === 0) return;
    for (const number of this.#saves.unwritten(alreadyStored)) {
      counts.saved--;
      counts.alreadyStored++;
      this.traces.alreadyStored(number);
      // A dead letter that was replayed has neither a receipt nor statistics.
      if (number >= this.#batch.readings) continue;
      const reading = this.#reading;
      const sensor = this.#batch.takeNumber(number, reading, run);
      this.#tallies.alreadyStored(reading.source);
      this.#receipts.alreadyStored(run, sensor);
    }
  }

  /** What is left of accounts that have had their turn stays for later. */
  #settleBatch(counts: SettledCounts, turnMs: number): void {
    const batch = this.#batch;
    const reading = this.#reading;
    const { run } = this.#parts;
    const { turns } = this;
    let accountId = -1;
    let isOver = false;
    batch.groupByChain(this.#chains.numbersEnd);
    for (let row = 0; row < batch.count; row++) {
      batch.take(row, reading, run);
      const stretch = batch.stretch(row);
      if (reading.source.accountId !== accountId || row % looksEvery === 0 || stretch !== null) {
        accountId = reading.source.accountId;
        isOver = turns.clock.isOver(accountId, turnMs);
      }
      this.#settled = batch.firstOf(row);
      if (isOver) {
        turns.leave(run.sequence, run.ordinal, stretch?.readings ?? 1);
      } else if (stretch !== null) {
        this.#stretches.save(stretch, batch.sensor(row), reading.receivedUs, this.#settled);
        counts.saved += stretch.readings;
      } else {
        this.settle(reading, batch.sensor(row), counts);
        this.#tallies.settled(reading.source, run);
      }
    }
    this.#settled = batch.readings;
    turns.end();
  }

  #deadLetter(reading: ChainReading, chain: PublishedChain, reason: string): void {
    new LiveHost(chain, this.#parts, this.#chains, null).deadLetter(reading, null, reason);
  }
}
