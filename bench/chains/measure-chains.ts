import type { ChainDefinition, Wire } from "@weir/rule-engine/chain";
import { defaultChain } from "@weir/rule-engine/default-chain";
import { loadExpressions } from "@weir/rule-engine/load-expressions";
import type { SensorSource } from "@weir/rule-engine/sensor-source";
import { node } from "@weir/rule-engine/testing/write-chain";
import { openEmbeddedStore } from "../../packages/server/src/installation/embedded/open-store.ts";
import { systemClock } from "../../packages/server/src/platform/clock.ts";
import { createLog } from "../../packages/server/src/platform/log.ts";
import { type ArmedRule, armRule } from "../../packages/server/src/process/alerts/armed-rule.ts";
import { ChainDirectory } from "../../packages/server/src/process/chains/chain-directory.ts";
import { ChainRecords } from "../../packages/server/src/process/chains/chain-records.ts";
import { ReadingRun } from "../../packages/server/src/process/chains/reading-run.ts";
import { FairTurns } from "../../packages/server/src/process/fair-turns.ts";
import { LiveFeed } from "../../packages/server/src/process/live-feed.ts";
import { NewIds } from "../../packages/server/src/process/new-ids.ts";
import { OpenBatch } from "../../packages/server/src/process/open-batch.ts";
import { OutboxRoom } from "../../packages/server/src/process/outbox-room.ts";
import { PartitionScope } from "../../packages/server/src/process/partition-scope.ts";
import { Processor } from "../../packages/server/src/process/processor.ts";
import { FrameWriter } from "../../packages/server/src/queue/frame-writer.ts";
import { FrameReader } from "../../packages/server/src/queue/packed-readings.ts";
import { onlyPartition } from "../../packages/server/src/queue/position.ts";
import type { QueueEntry } from "../../packages/server/src/queue/queue-reader.ts";
import { SavedReadings } from "../../packages/server/src/store/readings/saved-readings.ts";
import { NoSettlement, noQueries } from "./no-storage.ts";

/**
 * Measures what chains cost without storage, and prints microseconds of CPU per reading. It runs in a process
 * of its own, so that each variant is compiled alone. Argument: the variant.
 */
const sensorCount = 1000;
const entryReadings = 1000;
const entries = 200;
const entriesPerBatch = 100;
const warmRounds = 5;
const rounds = 10;

const way = process.argv[2] as
  | "none"
  | "default"
  | "other rules"
  | "own rules"
  | "five"
  | "one of many"
  | "many";
/** A folder to store the readings in. Without it, only the cost of the chains is measured. */
const folder = process.argv[3];
const opened = folder === undefined ? null : openEmbeddedStore(folder, {});
const nowhere = new NoSettlement();
let queue: QueueEntry[] = [];
let passes = 0;
/** How many of the chains have sensors. */
let chainsInUse = way === "many" || way === "one of many" ? sensorCount : 1;
await loadExpressions();
const { pass, reload } = way === "none" ? withoutChain() : throughProcessor();
for (let round = 0; round < warmRounds; round++) await takeAll();
if (way === "one of many") {
  // The same server has run a thousand chains, and now has all of its sensors on one of them.
  chainsInUse = 1;
  reload();
  for (let round = 0; round < warmRounds; round++) await takeAll();
}
const perReading: number[] = [];
for (let round = 0; round < rounds; round++) perReading.push(await takeAll());
const saved = opened === null ? nowhere.saved : opened.store.progress().saved;
if (saved === 0) throw new Error("Nothing was saved, so nothing was measured.");
// The best round is the one least disturbed by others on the machine.
console.log(Math.min(...perReading).toFixed(4));

/** Processes all readings once, none of them a repeat. Returns the microseconds of CPU per reading. */
async function takeAll(): Promise<number> {
  queue = packedEntries(passes++);
  const before = process.cpuUsage();
  await pass();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / (entries * entryReadings);
}

/** The least work that any reading needs: read it from the queue and add it to those that are saved. */
function withoutChain(): Measured {
  const saves = new SavedReadings();
  const pass = async (): Promise<void> => {
    for (const { data } of queue) {
      saves.clear();
      const frames = new FrameReader(data);
      while (frames.nextFrame()) {
        while (frames.nextReading()) {
          const { sensorId, atUs, value, arrivalUs, deviceSeconds, deviceMicros, metadata } = frames;
          saves.add(sensorId, atUs, value, arrivalUs, deviceSeconds, deviceMicros, metadata);
        }
      }
      nowhere.saved += saves.count;
    }
  };
  return { pass, reload: () => undefined };
}

interface Measured {
  /** Processes all readings once. */
  pass(): Promise<void>;
  reload(): void;
}

function throughProcessor(): Measured {
  let next = 0;
  // As much at once as a busy queue returns.
  const reader = {
    async read() {
      next += entriesPerBatch;
      return queue.slice(next - entriesPerBatch, next);
    },
    hasForgotten: async () => false,
    close: async () => undefined,
  };
  const chainCount = chainsInUse;
  const directory = new ChainDirectory({
    chains: () => Array.from({ length: chainCount }, (_, index) => chain(index + 1)),
    sensors: () =>
      // Only the first thousand sensors send readings.
      Array.from({ length: sensorCount * (way === "other rules" ? 2 : 1) }, (_, index) => ({
        source: source(index + 1),
        chainId: 1 + (index % chainsInUse),
        alerts: hasRule(index) ? [rule(index + 1)] : null,
      })),
  });
  const { settlement, queries } = opened ?? { settlement: nowhere, queries: noQueries };
  const batch = new OpenBatch();
  const scope = new PartitionScope(0, 1);
  const records = new ChainRecords(batch, queries, new NewIds(scope, systemClock));
  const log = createLog("error", "bench");
  const feed = new LiveFeed(() => undefined);
  const run = new ReadingRun();
  const room = new OutboxRoom(queries);
  const processor = new Processor({
    batch,
    records,
    room,
    run,
    clock: systemClock,
    log,
    feed,
    queue: reader,
    chains: directory,
    settlement,
    queries,
    epoch: 0,
    scope,
    hasDevice: () => true,
    turns: new FairTurns({ batch, queries, chains: directory, tenantOf: (accountId) => accountId }),
  });
  const pass = async (): Promise<void> => {
    next = 0;
    while ((await processor.settleNext()) > 0);
  };
  return { pass, reload: () => directory.reload() };
}

function hasRule(index: number): boolean {
  return way === "own rules" || (way === "other rules" && index >= sensorCount);
}

/** An alert rule whose limit no reading reaches. */
function rule(id: number): ArmedRule {
  return armRule({
    id,
    accountId: 1,
    version: 1,
    savedUs: 0,
    name: `Rule ${id}`,
    severity: "info",
    text: "!",
    condition: { kind: "above", limit: 1e6, hysteresis: 0, for_readings: 1, for_seconds: 0 },

    mute: { untilUs: null, weekly: null },
    sensorId: id,
    groupId: null,
    templateId: null,
    sensorType: null,
  });
}

function chain(id: number) {
  const isDefault = way === "default" || way === "other rules" || way === "own rules";
  const definition = isDefault ? defaultChain : fiveNodes(id);
  return { id, uuid: `chain-${id}`, accountId: 1, name: `Chain ${id}`, version: 1, definition };
}

/**
 * Compare, scale, deadband, switch, save. The numbers differ from chain to chain; the path of the readings
 * does not.
 */
function fiveNodes(id: number): ChainDefinition {
  const nodes = [
    node("input", "input", {}),
    node("compare", "compare", { operator: ">", value: -id }),
    node("scale", "scale", { factor: 1 + id / 1000, offset: 1 }),
    node("deadband", "deadband", { threshold: 0.01 }),
    node("switch", "switch", { cases: [{ name: "high", when: `value > ${id}.0` }] }),
    node("save", "save", {}),
  ];
  const wires: Wire[] = [
    { from: "input", output: "out", to: "compare" },
    { from: "compare", output: "true", to: "scale" },
    { from: "scale", output: "out", to: "deadband" },
    { from: "deadband", output: "changed", to: "switch" },
    { from: "switch", output: "high", to: "save" },
    { from: "switch", output: "else", to: "save" },
  ];
  return { nodes, wires };
}

function source(sensorId: number): SensorSource {
  return {
    sensorId,
    deviceId: 1,
    accountId: 1,
    sensor: { uuid: `sensor-${sensorId}`, slug: `s${sensorId}`, name: "", type: "", unit: "" },
    device: { uuid: "device", name: "", group: "", tags: [], attributes: {} },
    account: { uuid: "account", name: "" },
  };
}

/** Readings as the queue holds them: a thousand sensors in turn, each value different from the one before. */
function packedEntries(nthPass: number): QueueEntry[] {
  const frame = new FrameWriter();
  const firstSecond = 1.78e9 + nthPass * entries;
  return Array.from({ length: entries }, (_, entry) => {
    frame.begin({ deviceId: 1, arrivalUs: 1.78e15, batteryVolts: null, request: { boot: 1, number: entry } });
    for (let index = 0; index < entryReadings; index++) {
      const sensorId = 1 + (index % sensorCount);
      const second = firstSecond + entry;
      frame.add(sensorId, 20 + ((entry * 7 + index) % 100), second * 1e6, second, 0, "");
    }
    const data = new Uint8Array(frame.finish());
    const position = { partition: onlyPartition, sequence: nthPass * entries + entry + 1 };
    return { position, readings: entryReadings, appendedMs: 0, data };
  });
}
