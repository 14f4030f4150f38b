import { correctedUs, outOfRange } from "../../platform/corrected-us.ts";
import type { FrameWriter } from "../../queue/frame-writer.ts";
import { noTimestamp } from "../../queue/packed-readings.ts";
import { dropCode, kept, movedOutOfRange, type ReadingColumns, unmatchedSensor } from "./reading-columns.ts";

export interface ArrivalContext {
  readonly arrivalMs: number;
  /** The device's clock when it sent the request, if it is off and timestamps need correction. */
  readonly deviceClockSeconds: number | null;
  /** How far ahead of arrival a time may be and still be accepted unchanged. */
  readonly toleranceUs: number;
}

export const unknownSensor = dropCode("dropped_unknown_sensor");
const futureTimestamp = dropCode("dropped_future_timestamp");
const invalidTimestamp = dropCode("dropped_invalid_timestamp");

/** Dropped readings by drop code, or null if there are none. */
export type Dropped = number[] | null;

/**
 * Classifies readings as far as this does not depend on other requests: drops some, corrects the times of the others and packs
 * them. It takes one pass and allocates nothing per reading. Afterwards `drops` has the reason of each dropped row.
 */
export function packReadings(columns: ReadingColumns, context: ArrivalContext, frame: FrameWriter): Dropped {
  const { arrivalMs, deviceClockSeconds, toleranceUs } = context;
  const arrivalUs = arrivalMs * 1000;
  const offsetMs = deviceClockSeconds === null ? 0 : arrivalMs - deviceClockSeconds * 1000;
  const latestUs = arrivalUs + toleranceUs;
  const { plainSensorId } = columns;
  const isPlain = plainSensorId !== unmatchedSensor && offsetMs === 0;
  if (isPlain && frame.addSent(plainSensorId, columns, columns.count, latestUs)) return null;
  let withoutTimestamp = 0;
  let dropped: Dropped = null;
  for (let row = 0; row < columns.count; row++) {
    if (columns.drops[row] !== kept) {
      dropped = drop(dropped, columns.drops[row]!);
      continue;
    }
    const sensorId = columns.sensorIds[row]!;
    if (sensorId === unmatchedSensor) {
      columns.drops[row] = unknownSensor;
      dropped = drop(dropped, unknownSensor);
      continue;
    }
    const seconds = columns.seconds[row]!;
    const micros = columns.micros[row]!;
    let atUs: number;
    if (seconds === noTimestamp) {
      // A microsecond apart, so that they keep their order and the last one is the current value.
      atUs = arrivalUs + withoutTimestamp++;
    } else {
      if (offsetMs === 0) {
        atUs = seconds * 1e6 + micros;
      } else {
        atUs = correctedUs(seconds, micros, offsetMs);
        if (atUs === outOfRange) {
          columns.drops[row] = movedOutOfRange;
          dropped = drop(dropped, invalidTimestamp);
          continue;
        }
      }
      if (atUs > latestUs) {
        columns.drops[row] = futureTimestamp;
        dropped = drop(dropped, futureTimestamp);
        continue;
      }
    }
    frame.add(sensorId, columns.values[row]!, atUs, seconds, micros, columns.metadata[row]!);
  }
  return dropped;
}

function drop(before: Dropped, code: number): number[] {
  const dropped = before ?? [];
  dropped[code] = (dropped[code] ?? 0) + 1;
  return dropped;
}
