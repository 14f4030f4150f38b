/** The chain thread: does one piece of work at a time, and records which node it has reached. */
import type { ChainReading } from "@weir/rule-engine/chain-reading";
import { loadExpressions } from "@weir/rule-engine/load-expressions";
import { reasonOf } from "../../../platform/log.ts";
import { lowerThisThread } from "../../../platform/priority.ts";
import { thisThread } from "../../../platform/this-thread.ts";
import type { FromChainThread, ToChainThread } from "./chain-thread-messages.ts";
import { type ChainWorkSteps, doChainWork } from "./do-chain-work.ts";
import { NodeNumbers } from "./node-numbers.ts";

declare const self: Worker;

/**
 * Threads that answer devices or people come first if every core is busy. The priority is not lower, because people wait
 * for the work: with the lowest priority, no chain could be published on a busy machine.
 */
const niceness = 10;

let steps: ChainWorkSteps | null = null;
/** The time that has passed up to the last request for readings, and when the work was continued. */
let passedMs = 0;
let continuedMs = 0;
/** The same in CPU time. */
let spentMs = 0;
let continuedCpuMs = 0;

self.onmessage = ({ data }: MessageEvent<ToChainThread>) => {
  continuedMs = performance.now();
  continuedCpuMs = cpuMs();
  try {
    if (data.kind === "begin") begin(data);
    proceed(data.kind === "page" ? data.readings : null);
  } catch (error) {
    post({ kind: "failed", reason: reasonOf(error) });
  }
};

lowerThisThread(niceness);
void loadExpressions().then(() => post({ kind: "ready", thread: thisThread() }));

function begin({ order, progress, timeUpMs }: Extract<ToChainThread, { kind: "begin" }>): void {
  const place = new Int32Array(progress);
  const numbers = new NodeNumbers(order);
  passedMs = 0;
  spentMs = 0;
  steps = doChainWork(order, {
    onNode: (node) => Atomics.store(place, 0, numbers.of(node)),
    onChain: (uuid, definition) => numbers.addChain(uuid, definition),
    // People wait for this result, which may be incomplete, so it does not come later on a busy machine.
    isTimeUp: () => passedMs + performance.now() - continuedMs > timeUpMs,
  });
}

function proceed(readings: readonly ChainReading[] | null): void {
  const step = steps!.next(readings);
  passedMs += performance.now() - continuedMs;
  spentMs += cpuMs() - continuedCpuMs;
  post(step.done ? { kind: "done", result: step.value, spentMs } : { kind: "more", spentMs });
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function post(message: FromChainThread): void {
  self.postMessage(message);
}
