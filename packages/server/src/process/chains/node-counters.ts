import type { OutputCounter } from "@weir/rule-engine/chain-host";
import type { NodeKey } from "../../store/counts/node-key.ts";
import type { NodeCount, NodeError } from "../../store/counts/record.ts";
import type { OpenBatch } from "../open-batch.ts";

/** How often counts are written. A crash loses at most the counts of this time, and never a reading. */
const writeEveryMs = 1000;

/**
 * Counts how many readings left each node by each output, and keeps each node's last error. Counting happens in memory.
 * A rolled-back batch counts nothing, and the counts of batches are written with one of them about once a second.
 */
export class NodeCounters {
  readonly #counters = new Map<string, KeptCounter>();
  readonly #outputs = new Map<OutputCounter, NodeOutput>();
  readonly #errors = new Map<string, NodeError>();
  /** Chains that were written since `takeNews`, each with the last new error of each node. */
  readonly #news = new Map<number, Map<string, NodeError>>();
  #writtenMs = 0;

  of({ chainId, nodeId }: NodeKey, output: string): OutputCounter {
    const key = `${chainId} ${nodeId} ${output}`;
    const known = this.#counters.get(key);
    if (known !== undefined) return known.counter;
    const zero = { readings: 0, ended: 0 };
    const counter = { ...zero };
    this.#outputs.set(counter, { chainId, nodeId, output });
    this.#counters.set(key, {
      chainId,
      nodeId,
      output,
      counter,
      committed: { ...zero },
      written: { ...zero },
    });
    return counter;
  }

  /** Returns the output that a counter counts; undefined if its chain was forgotten. */
  outputOf(counter: OutputCounter): NodeOutput | undefined {
    return this.#outputs.get(counter);
  }

  /** Returns the ids of chains with counts here or in the store. */
  chainIds(stored: readonly NodeCount[]): Set<number> {
    const counted = [...stored, ...this.#counters.values()];
    return new Set(counted.map(({ chainId }) => chainId));
  }

  forgetChain(chainId: number): void {
    for (const [key, kept] of this.#counters) {
      if (kept.chainId !== chainId) continue;
      this.#counters.delete(key);
      this.#outputs.delete(kept.counter);
    }
    for (const [key, error] of this.#errors) if (error.chainId === chainId) this.#errors.delete(key);
    this.#news.delete(chainId);
  }

  failed(error: NodeError): void {
    this.#errors.set(`${error.chainId} ${error.nodeId}`, error);
  }

  /** Whether there are counts that are not written. */
  get isPending(): boolean {
    if (this.#errors.size > 0) return true;
    for (const { counter, written } of this.#counters.values()) {
      if (counter.readings !== written.readings) return true;
    }
    return false;
  }

  /** Adds the counts to this batch if it is time, or if `now` is set. Returns whether it did. */
  write({ nodeCounts, nodeErrors }: CountedInBatch, nowMs: number, now: boolean): boolean {
    if (!now && nowMs - this.#writtenMs < writeEveryMs && nowMs >= this.#writtenMs) return false;
    this.#writtenMs = nowMs;
    for (const { chainId, nodeId, output, counter, written } of this.#counters.values()) {
      const added = { readings: counter.readings - written.readings, ended: counter.ended - written.ended };
      if (added.readings > 0 || added.ended > 0) nodeCounts.push({ chainId, nodeId, output, ...added });
    }
    nodeErrors.push(...this.#errors.values());
    return true;
  }

  /** Called when the batch is committed; `wasWritten` is the result of `write`. */
  committed(wasWritten: boolean): void {
    for (const { chainId, counter, committed, written } of this.#counters.values()) {
      committed.readings = counter.readings;
      committed.ended = counter.ended;
      if (!wasWritten) continue;
      if (written.readings !== counter.readings || written.ended !== counter.ended) this.#newsOf(chainId);
      written.readings = counter.readings;
      written.ended = counter.ended;
    }
    if (!wasWritten) return;
    for (const error of this.#errors.values()) this.#newsOf(error.chainId).set(error.nodeId, error);
    this.#errors.clear();
  }

  /** Called when the batch was rolled back. Its readings are counted when it is repeated. */
  rolledBack(): void {
    for (const { counter, committed } of this.#counters.values()) {
      counter.readings = committed.readings;
      counter.ended = committed.ended;
    }
    this.#writtenMs = 0;
  }

  /**
   * Yields the chains whose counts were written since they were last yielded, those that waited longest first. A caller
   * that stops early leaves the others for later.
   */
  *takeNews(): Generator<ChainNews> {
    for (const [chainId, errors] of this.#news) {
      this.#news.delete(chainId);
      yield { chainId, errors: [...errors.values()] };
    }
  }

  forgetNews(): void {
    this.#news.clear();
  }

  #newsOf(chainId: number): Map<string, NodeError> {
    const known = this.#news.get(chainId);
    if (known !== undefined) return known;
    const errors = new Map<string, NodeError>();
    this.#news.set(chainId, errors);
    return errors;
  }
}

type CountedInBatch = Pick<OpenBatch, "nodeCounts" | "nodeErrors">;

/** A chain whose counts have changed, and the new errors of its nodes. */
export interface ChainNews {
  readonly chainId: number;
  readonly errors: readonly NodeError[];
}

interface NodeOutput extends NodeKey {
  readonly output: string;
}

/** The counter itself is small, because every reading accesses it. */
interface KeptCounter extends NodeOutput {
  readonly counter: OutputCounter;
  readonly committed: OutputCounter;
  readonly written: OutputCounter;
}
