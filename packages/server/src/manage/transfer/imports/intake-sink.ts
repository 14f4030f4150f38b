import type { ImportMode } from "@weir/protocol/closed-sets";
import type { ImportedReadings, TakenReadings } from "../../../bus/imported-readings.ts";
import { type ImportSink, ImportUnavailableError, noReadings } from "../../core/import-sink.ts";

/**
 * What the server does with imported readings. If a limit is reached, it rejects with an ImportUnavailableError that
 * names it.
 */
export interface ImportIntake {
  /** How far ahead of now a reading's time may be. */
  readonly aheadMaxMs: number;
  /** Whether the queue currently has room for readings of the device. */
  hasRoom(deviceId: number): boolean;
  /**
   * Appends readings of one device to the queue, except for repeats within the replay window. Resolves when they are
   * durable.
   */
  accept(deviceId: number, readings: ImportedReadings): Promise<TakenReadings>;
  /** Saves readings durably in the store, through its only writer. Returns how many of them were stored already. */
  save(readings: ImportedReadings): Promise<{ readonly alreadyStored: number }>;
}

/** How long an import waits for room in the queue, and how often it looks. */
const roomWaitMs = 10_000;
const roomLookMs = 50;

/** Temporary faults: the queue could not be written, or the processor is restarting or very busy. */
const passingCodes = ["queue_unavailable", "processor_unavailable", "processor_timeout"];

/**
 * The sink of a running server. Imports wait while the queue is full, because devices come first. They stop waiting
 * before a client or a proxy would.
 */
export function createImportSink(intake: ImportIntake, waitMs = roomWaitMs): ImportSink {
  return {
    aheadMaxMs: intake.aheadMaxMs,
    async take(mode: ImportMode, readings: ImportedReadings): Promise<TakenReadings> {
      try {
        if (mode === "chain") return await acceptAll(intake, readings, waitMs);
        const { alreadyStored: duplicates } = await intake.save(readings);
        return { accepted: readings.values.length - duplicates, duplicates };
      } catch (error) {
        throw isPassing(error) ? new ImportUnavailableError(error.message, { cause: error }) : error;
      }
    },
  };
}

async function acceptAll(
  intake: ImportIntake,
  readings: ImportedReadings,
  waitMs: number,
): Promise<TakenReadings> {
  let accepted = 0;
  let duplicates = 0;
  for (const [deviceId, own] of byDevice(readings)) {
    await untilRoom(() => intake.hasRoom(deviceId), waitMs);
    const taken = await intake.accept(deviceId, own);
    accepted += taken.accepted;
    duplicates += taken.duplicates;
  }
  return { accepted, duplicates };
}

/** If there is still no room, the intake says which limit is reached. */
async function untilRoom(hasRoom: () => boolean, waitMs: number): Promise<void> {
  const deadlineMs = performance.now() + waitMs;
  while (!hasRoom() && performance.now() < deadlineMs) await Bun.sleep(roomLookMs);
}

/** A frame of the queue belongs to one device. Readings of a sensor keep their order. */
function byDevice(readings: ImportedReadings): Map<number, ImportedReadings> {
  const devices = new Map<number, ImportedReadings>();
  for (const [row, deviceId] of readings.deviceIds.entries()) {
    let own = devices.get(deviceId);
    if (own === undefined) {
      own = noReadings();
      devices.set(deviceId, own);
    }
    own.deviceIds.push(deviceId);
    own.sensorIds.push(readings.sensorIds[row]!);
    own.atUs.push(readings.atUs[row]!);
    own.values.push(readings.values[row]!);
    own.metadata.push(readings.metadata[row]!);
    own.receivedUs.push(readings.receivedUs[row]!);
    own.deviceSeconds.push(readings.deviceSeconds[row]!);
    own.deviceMicros.push(readings.deviceMicros[row]!);
  }
  return devices;
}

function isPassing(error: unknown): error is Error {
  return error instanceof Error && "code" in error && passingCodes.includes(String(error.code));
}
