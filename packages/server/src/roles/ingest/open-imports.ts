import type { ImportMode } from "@weir/protocol/closed-sets";
import type { Bus } from "../../bus/bus.ts";
import type { ImportedReadings, RefusedReadings, TakenReadings } from "../../bus/imported-readings.ts";
import { Acceptor, type AcceptorParts } from "../../ingest/accept.ts";
import type { DeviceRegistry } from "../../ingest/authenticate/device-registry.ts";
import { kept, ReadingColumns } from "../../ingest/classify/reading-columns.ts";
import { RequestIds } from "../../ingest/respond/request-ids.ts";
import type { IntakeQueue } from "../../installation/installation.ts";
import { type ImportSink, ImportUnavailableError } from "../../manage/core/import-sink.ts";
import { createImportSink } from "../../manage/transfer/imports/intake-sink.ts";
import type { Clock } from "../../platform/clock.ts";
import { AccountLimitError } from "../../queue/account-limit-error.ts";
import type { QueueShares } from "../../queue/queue-shares.ts";

interface ImportParts extends AcceptorParts {
  readonly queue: Pick<IntakeQueue, "hasRoom">;
  readonly shares: QueueShares;
  readonly devices: Pick<DeviceRegistry, "accountOf">;
  readonly bus: Pick<Bus, "ask">;
  readonly clock: Clock;
  readonly toleranceMs: number;
}

/** Readings of a device that was deleted meanwhile belong to no account, and end in the processor. */
const nobody = 0;

/** The target of imports: the intake, as for readings of devices, or the processor. */
export function openImports(parts: ImportParts): ImportSink {
  const { queue, shares, devices, bus, clock, toleranceMs } = parts;
  // Times ahead of the clock were checked when the line was read, with the settings of the process that read it.
  const anyTime = Number.POSITIVE_INFINITY;
  const acceptor = new Acceptor(parts, { clockToleranceMs: anyTime, clockBehindMs: anyTime });
  const columns = new ReadingColumns();
  const requestIds = new RequestIds();
  const accountOf = (deviceId: number) => devices.accountOf(deviceId) ?? nobody;
  return createImportSink({
    aheadMaxMs: toleranceMs,
    hasRoom: (deviceId) => queue.hasRoom() && shares.hasRoom(accountOf(deviceId)),
    async accept(deviceId, readings) {
      fill(columns, readings);
      const dropped = acceptor.pack(columns, {
        device: { record: { id: deviceId, accountId: accountOf(deviceId) } },
        request: requestIds.nextOf(accountOf(deviceId)),
        arrivalMs: clock.nowMs(),
        deviceClockSeconds: null,
        batteryVolts: null,
      });
      const { accepted, duplicates } = (await acceptor.accept(dropped).catch(nameLimit)).outcome;
      return { accepted, duplicates };
    },
    async save({ deviceIds, ...readings }) {
      try {
        for (const deviceId of new Set(deviceIds)) shares.checkStore(accountOf(deviceId));
      } catch (error) {
        nameLimit(error);
      }
      return bus.ask("process", { kind: "save readings", readings });
    },
  });
}

function nameLimit(error: unknown): never {
  if (!(error instanceof AccountLimitError)) throw error;
  const { message, setting, max } = error;
  throw new ImportUnavailableError(message, { cause: error, limit: { setting, max } });
}

/** For the bus, which transmits only the text and the code of an error. */
export async function answerImport(
  sink: ImportSink,
  mode: ImportMode,
  readings: ImportedReadings,
): Promise<TakenReadings | RefusedReadings> {
  try {
    return await sink.take(mode, readings);
  } catch (error) {
    if (!(error instanceof ImportUnavailableError) || error.limit === null) throw error;
    return { refused: error.message, limit: error.limit };
  }
}

function fill(columns: ReadingColumns, readings: ImportedReadings): void {
  columns.reset(readings.values.length);
  for (const [row, atUs] of readings.atUs.entries()) {
    columns.drops[row] = kept;
    columns.sensorIds[row] = readings.sensorIds[row]!;
    columns.values[row] = readings.values[row]!;
    columns.seconds[row] = Math.floor(atUs / 1e6);
    columns.micros[row] = atUs % 1e6;
    columns.metadata[row] = readings.metadata[row]!;
  }
}
