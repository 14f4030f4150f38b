import type { ChainReading } from "@weir/rule-engine/chain-reading";
import { type FoundReadings, spansOf } from "../queue/wanted-readings.ts";
import type { KeptDeadLetter } from "../store/dead-letters/record.ts";
import type { SettledCounts } from "../store/partition-progress.ts";
import { apartIfRefused } from "./apart-if-refused.ts";
import type { SensorEntry } from "./chains/chain-directory.ts";
import type { TraceTarget } from "./chains/traces.ts";
import { changeAlarms } from "./change-alarms.ts";
import { changeSilenceAlarms } from "./change-silence-alarms.ts";
import type { PartitionScope } from "./partition-scope.ts";
import type {
  AnswerTo,
  ChangeSilenceAlarms,
  DeadLetterChoice,
  DeleteReadings,
  DeviceOfAlarm,
  FindReadings,
  ProcessorRequest,
  ReplaySummary,
} from "./processor-request.ts";
import { purgeAccount, purgeDevices } from "./purge-account.ts";
import { rowsPerStep } from "./purger.ts";
import type { RequestParts } from "./request-parts.ts";
import { saveReadings } from "./save-readings.ts";

/** Dead letters taken into one batch. */
const lettersPerBatch = 500;

/** Carries out a person's request between two batches of readings. */
export function answerRequest<Request extends ProcessorRequest>(
  request: Request,
  parts: RequestParts,
): Promise<AnswerTo<Request>> {
  return answer(request, parts) as Promise<AnswerTo<Request>>;
}

async function answer(request: ProcessorRequest, parts: RequestParts): Promise<AnswerTo<ProcessorRequest>> {
  const { scope, processor, chains, traces, outbox, host } = parts;
  const nowMs = host.clock.nowMs();
  switch (request.kind) {
    case "start trace":
      if (isOfOther(request.target, scope)) return null;
      traces.start(request.target, nowMs + request.minutes * 60_000);
      return null;
    case "stop trace":
      traces.stop(request.target);
      return null;
    case "read trace":
      return traces.report(request.target);
    case "replay dead letters":
      return replay(request.letters, parts);
    case "discard dead letters":
      return { discarded: await discard(request.letters, parts) };
    case "change alarms":
      return processor.change(() => {
        const { queries, deviceUuid } = parts;
        return changeAlarms(request, chains, { ...host, queries, deviceUuid });
      });
    case "change silence alarms":
      return changeSilencesApart(silencesWithin(request, parts), parts);
    case "retry message":
      return outbox.retry(request.messageId, nowMs);
    case "refuse held mails":
      await parts.held.refuse(
        { accountId: request.accountId, address: request.address },
        request.reason,
        nowMs,
      );
      return null;
    case "release quarantined":
      return {
        released: await parts.activityKeeper.releaseQuarantined(request.accountId, request.ids, parts.epoch),
      };
    case "delete readings":
      return deletePortion(request, parts);
    case "purge devices":
      return purgeDevices(request, { ...parts, records: host.records, nowMs });
    case "purge account":
      return purgeAccount(request, { ...parts, records: host.records, nowMs });
    case "find readings":
      return findReadings(request, parts);
    case "account use":
      return {
        // Each partition of the queue traces the same chains.
        traces: traces.count(request.accountId, scope.isFirst ? "all" : "device"),
        processedPercent: processor.turns.times.percentOf(request.accountId),
        storedReadings: parts.stored.of(request.accountId),
      };
    case "accounts using": {
      const busy = processor.turns.times.accountsAbove(request.processedPercent);
      return [...new Set([...busy, ...parts.stored.accountsAbove(request.storedReadings)])];
    }
    case "save readings":
      return saveReadings(request, { processor, chains, saves: host.batch.saves, nowMs });
  }
}

/** Returns whether the readings of the target are in another partition. Those of a chain are in every partition. */
function isOfOther(target: TraceTarget, scope: PartitionScope): boolean {
  return target.kind === "device" && !scope.hasDevice(target.deviceId);
}

/** The alarm of one device must not keep those of the others from being raised. A refused one is left out of the answer. */
async function changeSilencesApart(
  { raise, clear, ...request }: ChangeSilenceAlarms,
  { processor, queries, host }: RequestParts,
): Promise<AnswerTo<ChangeSilenceAlarms>> {
  const changed = { raised: [] as number[], cleared: [] as number[] };
  const devices = [...new Set([...raise, ...clear].map(({ deviceId }) => deviceId))];
  const refused = await apartIfRefused(devices, async (some) => {
    const chosen = new Set(some);
    const isChosen = ({ deviceId }: DeviceOfAlarm) => chosen.has(deviceId);
    const part = { ...request, raise: raise.filter(isChosen), clear: clear.filter(isChosen) };
    const { raised, cleared } = await processor.change(() => changeSilenceAlarms(part, queries, host));
    changed.raised.push(...raised);
    changed.cleared.push(...cleared);
  });
  if (refused.length > 0)
    host.log.error("the store refused the alarms of silent devices", { devices: refused.join(" ") });
  return changed;
}

/** Leaves out devices of other partitions, and those that were deleted since they fell silent. */
function silencesWithin(
  request: ChangeSilenceAlarms,
  { scope, deviceUuid }: RequestParts,
): ChangeSilenceAlarms {
  const isOwn = ({ deviceId }: DeviceOfAlarm) => scope.hasDevice(deviceId) && deviceUuid(deviceId) !== null;
  return { ...request, raise: request.raise.filter(isOwn), clear: request.clear.filter(isOwn) };
}

/** Deletes no more than a batch of readings takes to settle, so that the queue does not wait. */
async function deletePortion(
  { sensorId, fromUs, toUs }: DeleteReadings,
  { scope, chains, housekeeping, epoch }: RequestParts,
): Promise<AnswerTo<DeleteReadings>> {
  // With several partitions, each has the sensors of its own devices.
  if (scope.partitions > 1 && chains.of(sensorId) === null) return { deleted: 0, complete: true };
  const deleted = await housekeeping.removeRange({ sensorId, fromUs, toUs, max: rowsPerStep }, epoch);
  return { deleted, complete: deleted < rowsPerStep };
}

/** A request may have readings of thousands of sensors, and the queue waits for the processor meanwhile. */
const freeSensorsMax = 16;

async function findReadings(
  { readings }: FindReadings,
  { identities }: RequestParts,
): Promise<FoundReadings> {
  const receivedMs = await identities.receivedMs(readings);
  const newestUs: [sensorId: number, newestUs: number][] = [];
  const free: FoundReadings["free"][number][] = [];
  // Those who ask make no use of it for readings whose clocks were corrected.
  const sensorsMax = readings.spreadUs === 0 ? freeSensorsMax : 0;
  for (const [nth, { sensorId, fromUs, toUs }] of spansOf(readings).entries()) {
    newestUs.push([sensorId, await identities.newestUs(sensorId)]);
    if (nth >= sensorsMax) continue;
    for (const us of new Set([fromUs, toUs])) {
      const stretch = await identities.freeAround(sensorId, us);
      if (stretch !== null) free.push({ sensorId, ...stretch });
    }
  }
  return { receivedMs, newestUs, free };
}

async function replay(choice: DeadLetterChoice, parts: RequestParts): Promise<ReplaySummary> {
  const summary = { replayed: 0, saved: 0, alreadyStored: 0, ended: 0, dead: 0, skipped: 0 };
  for await (const letters of batches(choice, parts)) {
    const replayed = { counts: noCounts, letters: 0 };
    await parts.processor.change(async (counts) => {
      const known = letters.flatMap((letter) => knownLetter(letter, parts));
      await parts.processor.prepare(known.map(({ sensor }) => sensor));
      for (const { letter, sensor } of known) replayLetter(letter, sensor, parts, counts);
      Object.assign(replayed, { counts, letters: known.length });
    });
    const { counts } = replayed;
    summary.replayed += replayed.letters;
    summary.skipped += letters.length - replayed.letters;
    // Which readings were already stored is known once the batch is written.
    summary.saved += counts.saved;
    summary.alreadyStored += counts.alreadyStored;
    summary.ended += counts.ended;
  }
  summary.dead = summary.replayed - summary.saved - summary.alreadyStored - summary.ended;
  return summary;
}

const noCounts: SettledCounts = { saved: 0, alreadyStored: 0, ended: 0, dead: 0 };

interface KnownLetter {
  readonly letter: KeptDeadLetter;
  readonly sensor: SensorEntry;
}

/** Returns nothing if the letter cannot be read, or its sensor was removed. */
function knownLetter(letter: KeptDeadLetter, { chains }: RequestParts): KnownLetter[] {
  const sensor = letter.sensorId === null ? null : chains.of(letter.sensorId);
  return sensor === null || letter.raw !== null ? [] : [{ letter, sensor }];
}

/** Runs a dead letter again. It was counted as dead once; its new fate is counted now. */
function replayLetter(
  letter: KeptDeadLetter,
  sensor: SensorEntry,
  { processor, host }: RequestParts,
  counts: SettledCounts,
): void {
  host.batch.removedLetterIds.push(letter.id);
  counts.dead--;
  host.run.fromDeadLetter(letter.id);
  processor.settle(readingOf(letter, sensor), sensor, counts);
}

/** Discards dead letters. A discarded letter stays counted as dead, because that was the fate of its reading. */
async function discard(choice: DeadLetterChoice, parts: RequestParts): Promise<number> {
  const { removedLetterIds } = parts.host.batch;
  let discarded = 0;
  for await (const letters of batches(choice, parts)) {
    await parts.processor.change(() => {
      for (const { id } of letters) removedLetterIds.push(id);
    });
    discarded += letters.length;
  }
  return discarded;
}

/**
 * Yields the chosen letters, oldest first. Letters that fail again get ids above those that existed at the start, so
 * they are not yielded.
 */
async function* batches(
  choice: DeadLetterChoice,
  { queries }: RequestParts,
): AsyncGenerator<KeptDeadLetter[]> {
  const { accountId, sensorId = null, ids } = choice;
  const chosen = ids === "all" ? null : new Set(ids);
  const lastId = Math.min(
    (await queries.lastIds()).deadLetter,
    ids === "all" ? Number.MAX_SAFE_INTEGER : Math.max(0, ...ids),
  );
  for (let fromId = ids === "all" ? 0 : Math.min(...ids); ; ) {
    const letters = await queries.deadLetters({ accountId, sensorId, fromId, limit: lettersPerBatch });
    const last = letters.at(-1);
    if (last === undefined) return;
    const taken = letters.filter(({ id }) => id <= lastId && (chosen === null || chosen.has(id)));
    if (taken.length > 0) yield taken;
    if (last.id >= lastId) return;
    fromId = last.id + 1;
  }
}

function readingOf(letter: KeptDeadLetter, { source }: SensorEntry): ChainReading {
  const { deviceUs } = letter;
  return {
    source,
    atUs: letter.atUs!,
    value: letter.value!,
    receivedUs: letter.receivedUs!,
    deviceSeconds: deviceUs === null ? -1 : Number(deviceUs / 1_000_000n),
    deviceMicros: deviceUs === null ? 0 : Number(deviceUs % 1_000_000n),
    metadata: letter.metadata ?? "",
    batteryVolts: letter.batteryVolts,
  };
}
