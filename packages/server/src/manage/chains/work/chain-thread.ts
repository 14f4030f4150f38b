/** The chain thread: does one piece of work at a time, and records which node it has reached. */
import type { ChainReading } from "@weir/rule-engine/chain-reading";
import { loadExpressions } from "@weir/rule-engine/load-expressions";
import { reasonOf } from "../../../platform/log.ts";
import { lowerThisThread } from "../../../platform/priority.ts";
import type { FromChainThread, ToChainThread } from "./chain-thread-messages.ts";
import { type ChainWorkSteps, doChainWork } from "./do-chain-work.ts";
import { NodeNumbers } from "./node-numbers.ts";

declare const self: Worker;

/**
 * Threads that answer devices or people come first if every core is busy. The priority is not lower, because the
 * deadline is measured by the clock: with the lowest priority, no chain could be published on a busy machine.
 */
const niceness = 10;

let steps: ChainWorkSteps | null = null;
/** The time the work has taken up to its last request for readings, and when it was continued. */
let spentMs = 0;
let continuedMs = 0;

self.onmessage = ({ data }: MessageEvent<ToChainThread>) => {
  continuedMs = performance.now();
  try {
    if (data.kind === "begin") begin(data);
    proceed(data.kind === "page" ? data.readings : null);
  } catch (error) {
    post({ kind: "failed", reason: reasonOf(error) });
  }
};

lowerThisThread(niceness);
void loadExpressions().then(() => post({ kind: "ready" }));

function begin({ order, progress, timeUpMs }: Extract<ToChainThread, { kind: "begin" }>): void {
  const place = new Int32Array(progress);
  const numbers = new NodeNumbers(order);
  spentMs = 0;
  steps = doChainWork(order, {
    onNode: (node) => Atomics.store(place, 0, numbers.of(node)),
    onChain: (uuid, definition) => numbers.addChain(uuid, definition),
    isTimeUp: () => spentMs + performance.now() - continuedMs > timeUpMs,
  });
}

function proceed(readings: readonly ChainReading[] | null): void {
  const step = steps!.next(readings);
  spentMs += performance.now() - continuedMs;
  post(step.done ? { kind: "done", result: step.value, spentMs } : { kind: "more", spentMs });
}

function post(message: FromChainThread): void {
  self.postMessage(message);
}
