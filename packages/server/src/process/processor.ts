import type { ChainReading } from "@weir/rule-engine/chain-reading";
import { freeBytes } from "../platform/free-bytes.ts";
import { OneAtATime } from "../platform/one-at-a-time.ts";
import type { Position } from "../queue/position.ts";
import type { PartitionProgress, SettledCounts } from "../store/partition-progress.ts";
import type { BatchOutcome } from "../store/settlement.ts";
import { addToProgress, noProgress } from "./add-to-progress.ts";
import { BatchNeeds } from "./batch-needs.ts";
import type { BatchOptions, BatchWork } from "./batch-options.ts";
import { batchOutcome } from "./batch-outcome.ts";
import { BatchReader } from "./batch-reader.ts";
import { BatchSaves } from "./batch-saves.ts";
import { batchBytesMax, parkedBytesMax } from "./batch-sizes.ts";
import { ChainUses } from "./chain-uses.ts";
import type { ChainDirectory, SensorEntry } from "./chains/chain-directory.ts";
import { ProcessorHost } from "./chains/processor-host.ts";
import { reportCounts } from "./chains/report-counts.ts";
import { Traces } from "./chains/traces.ts";
import type { FairTurns } from "./fair-turns.ts";
import { Narrowing } from "./narrowing.ts";
import type { ProcessingParts } from "./processing-parts.ts";
import { blankReading, ReadingBatch } from "./reading-batch.ts";
import { ReadingSettler } from "./reading-settler.ts";
import { Receipts } from "./receipts.ts";
import { StretchSaver } from "./stretch-saver.ts";
import { Tallies } from "./tallies.ts";
import { looksEvery } from "./turn-clock.ts";

/**
 * Takes whole entries from the queue, runs every reading through its sensor's chain, and settles them. A batch has
 * three steps: load what its chains need, run them in memory, commit everything they did at once. A batch that fails on
 * the way leaves no trace and is tried again, so a reading is settled exactly once however often the process dies.
 */
export class Processor {
  readonly #chains: ChainDirectory;
  readonly #parts: ProcessingParts;
  readonly traces: Traces;
  readonly turns: FairTurns;
  readonly #reading = blankReading();
  readonly #batch = new ReadingBatch();
  readonly #saves = new BatchSaves();
  readonly #receipts: Receipts;
  readonly #uses: ChainUses;
  readonly #tallies = new Tallies();
  readonly #needs: BatchNeeds;
  readonly #reader: BatchReader;
  readonly #settler: ReadingSettler;
  readonly #stretches: StretchSaver;
  readonly #narrowing = new Narrowing(this.#batch);
  #progress: PartitionProgress;
  /** Whether the state of the partition in the store is in memory. */
  #isLoaded = false;
  readonly #batches = new OneAtATime();

  constructor(parts: ProcessingParts) {
    const { chains, turns, records, batch, room } = parts;
    this.turns = turns;
    this.#chains = chains;
    this.#parts = parts;
    this.#progress = noProgress(parts.scope.partition);
    this.traces = parts.traces ?? new Traces(chains);
    this.#receipts = new Receipts(records.counters, chains);
    this.#uses = new ChainUses(batch);
    this.#needs = new BatchNeeds(records.states, room, chains);
    const { traces } = this;
    const shared = { parts, chains, traces, receipts: this.#receipts, narrowing: this.#narrowing };
    this.#reader = new BatchReader({
      ...shared,
      turns,
      batch: this.#batch,
      needs: this.#needs,
      uses: this.#uses,
      tallies: this.#tallies,
    });
    this.#settler = new ReadingSettler({ ...shared, saves: this.#saves });
    this.#stretches = new StretchSaver(parts, this.#saves, this.#tallies);
    chains.open((chain, observer) => new ProcessorHost(chain, parts, chains, observer));
  }

  get position(): Position {
    return this.#progress.position;
  }

  /** The progress in the store, as of `load` and every batch since. */
  get progress(): PartitionProgress {
    return this.#progress;
  }

  /** Reads the position of the partition and its active alarms, unless they are known. Every batch does so by itself. */
  load(): Promise<void> {
    return this.inTurn(() => this.#load());
  }

  async #load(): Promise<void> {
    const { scope, queries, records } = this.#parts;
    if (!this.#isLoaded) {
      this.#progress = await queries.progress(scope.partition);
      records.ids.continueAfter(await queries.lastIds());
      records.alarms.load(await queries.activeAlarms());
      this.#reader.settledEntries.load(await queries.lastEntries());
      this.#isLoaded = true;
    }
    await this.turns.backlogs.refresh();
  }

  /** Settles or parks the next batch. Resolves to its size in queue bytes, 0 if there is nothing to do. */
  settleNext(): Promise<number> {
    return this.inTurn(async () => {
      const { scope, queue, turns } = this.#parts;
      await this.#load();
      const delivered = await queue.read(scope.partition, this.position, batchBytesMax);
      if (delivered.length === 0) return 0;
      let queueBytes = 0;
      await this.#narrowing.untilTaken(delivered.length, async () => {
        const entries = delivered.slice(0, this.#narrowing.entriesMax);
        queueBytes = entries.reduce((bytes, { data }) => bytes + data.length, 0);
        const work: BatchWork = async (counts) => {
          const unsettled = await this.#reader.readEntries(entries, counts);
          await this.#fetch();
          this.#settleBatch(counts, turns.settings.turnMs);
          turns.parkLeft(unsettled);
        };
        await this.#inBatch(entries.at(-1)!.position, work, { queueBytes });
      });
      for (const { data } of delivered) freeBytes(data);
      return queueBytes;
    });
  }

  /** Gives the next account half a turn for its parked readings. Resolves to whether any readings waited. */
  settleParked(): Promise<boolean> {
    return this.inTurn(async () => {
      const { turns } = this;
      await this.#load();
      const accountId = turns.backlogs.next();
      if (accountId === null) return false;
      await this.#narrowing.untilTaken(1, () =>
        this.#inBatch(this.position, async (counts) => {
          const frames = await turns.first(accountId, parkedBytesMax);
          for (const frame of frames) this.#reader.readParked(frame, counts);
          await this.#fetch();
          this.#settleBatch(counts, turns.settings.turnMs / 2);
          turns.keepLeft(frames);
        }),
      );
      return true;
    });
  }

  /** Writes counts that would otherwise wait for the next readings. */
  async writeCounts(): Promise<void> {
    const { counters } = this.#parts.records;
    const isPending = counters.isPending || this.#tallies.isPending || this.#receipts.isPending;
    if (isPending) await this.change(() => undefined, { countsNow: true });
  }

  /** Deletes what is kept for deleted chains. */
  forgetDeletedChains(): Promise<void> {
    const { queries, records } = this.#parts;
    return this.change(async () => records.forgetChainsExcept(this.#chains, await queries.nodeCounts()));
  }

  /** Runs work on the records of chains that is not about new readings, as its own batch. */
  change<T>(work: (counts: SettledCounts) => T | Promise<T>, options: BatchOptions = {}): Promise<T> {
    return this.inTurn(async () => {
      let result!: T;
      await this.#load();
      const note: BatchWork = async (counts) => {
        result = await work(counts);
      };
      await this.#inBatch(this.position, note, options);
      return result;
    });
  }

  /** Within a batch: loads what the chains of these sensors need before their readings are settled. */
  async prepare(sensors: Iterable<SensorEntry>): Promise<void> {
    for (const sensor of sensors) if (!this.#needs.isFetched(sensor)) this.#needs.want(sensor);
    await this.#fetch();
  }

  #fetch(): Promise<void> {
    return this.#needs.fetch(this.#parts.clock.nowMs());
  }

  /** Waits for the batch that is under way, so that nothing it uses changes meanwhile. */
  inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    return this.#batches.run(work);
  }

  /** Runs one reading that is filled in already. The caller has a batch open and has prepared it for the sensor. */
  settle(reading: ChainReading, sensor: SensorEntry, counts: SettledCounts): void {
    this.#settler.settle(reading, sensor, counts);
  }

  async #inBatch(to: Position, work: BatchWork, options: BatchOptions = {}): Promise<void> {
    const { batch, feed, records } = this.#parts;
    const counts: SettledCounts = { saved: 0, alreadyStored: 0, ended: 0, dead: 0 };
    await this.#load();
    batch.clear();
    this.#batch.clear();
    this.#saves.clear();
    this.traces.beginBatch();
    this.turns.begin();
    this.#settler.next = 0;
    try {
      await work(counts);
      await this.#commit(to, counts, options);
    } catch (error) {
      records.rolledBack();
      this.#tallies.rolledBack();
      this.#receipts.rolledBack();
      this.#uses.rolledBack();
      this.#needs.forget();
      this.turns.backlogs.rolledBack();
      feed.rolledBack();
      this.#isLoaded = false;
      throw error;
    }
    await this.#report();
  }

  /** Commits everything at once. Until the store has written it, readings that chains saved are assumed to be new. */
  async #commit(to: Position, counts: SettledCounts, options: BatchOptions): Promise<void> {
    const { batch, records, clock, settlement, epoch } = this.#parts;
    const { countsNow = false, mustLast = false, queueBytes = 0, onCommitted } = options;
    const nowMs = clock.nowMs();
    records.write(nowMs, countsNow);
    this.#tallies.write(batch, nowMs, countsNow);
    this.#receipts.write(batch, nowMs, countsNow);
    const complete = (known: readonly number[]): BatchOutcome => this.#complete(known, counts);
    const settled = batch.end({ from: this.position, to, mustLast, queueBytes, complete });
    const alreadyStored = await settlement.commit(settled, epoch);
    this.#noteAlreadyStored(alreadyStored);
    onCommitted?.(alreadyStored);
    Object.assign(counts, this.#complete(alreadyStored, counts).counts);
    records.committed();
    this.#tallies.committed();
    this.#receipts.committed();
    this.#uses.committed();
    this.#progress = addToProgress(this.#progress, to, counts);
  }

  /** Called when the batch is in the store. */
  async #report(): Promise<void> {
    const { batch, feed, records, queries, onSent } = this.#parts;
    if (batch.messages.length > 0) onSent?.();
    try {
      await reportCounts(feed, records.counters, this.#chains, queries);
    } finally {
      feed.committed();
    }
    await this.turns.backlogs.refresh();
  }

  #complete(known: readonly number[], counts: Readonly<SettledCounts>): BatchOutcome {
    return batchOutcome({ batch: this.#batch, saves: this.#saves, receipts: this.#receipts }, known, counts);
  }

  #noteAlreadyStored(alreadyStored: readonly number[]): void {
    const batch = this.#batch;
    for (const number of this.#saves.unwritten(alreadyStored)) {
      this.traces.alreadyStored(number);
      if (number < batch.readings) this.#tallies.alreadyStored(batch.queuedReading(number).sensor.source);
    }
  }

  /** Readings of accounts that have had their turn are left for later, and so are those past a narrowed batch. */
  #settleBatch(counts: SettledCounts, turnMs: number): void {
    const batch = this.#batch;
    const reading = this.#reading;
    const { run, turns } = this.#parts;
    const { readingsMax } = this.#narrowing;
    let accountId = -1;
    let isOver = false;
    batch.groupByChain(this.#chains.numbersEnd);
    for (let row = 0; row < batch.count; row++) {
      const origin = batch.take(row, reading, run);
      const stretch = batch.stretch(row);
      if (reading.source.accountId !== accountId || row % looksEvery === 0 || stretch !== null) {
        accountId = reading.source.accountId;
        isOver = turns.isOver(accountId, turnMs);
      }
      this.#settler.next = batch.firstOf(row);
      if (isOver || this.#settler.next >= readingsMax) {
        turns.leave(accountId, origin, stretch?.readings ?? 1);
      } else if (stretch !== null) {
        this.#stretches.save(stretch, batch.sensor(row), reading.receivedUs, batch.firstOf(row));
        counts.saved += stretch.readings;
      } else {
        this.settle(reading, batch.sensor(row), counts);
        this.#tallies.settled(reading.source, run);
      }
    }
    this.#settler.next = batch.readings;
    turns.end();
  }
}
