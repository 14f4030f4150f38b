import { FrameWriter } from "../frame-writer.ts";
import { FrameReader, frameHeaderBytes, recordBytes } from "../packed-readings.ts";

/** A part of a frame that is itself a frame. */
interface FramePart {
  /** Valid until the next part is requested. */
  readonly frame: Uint8Array;
  readonly readings: number;
}

/**
 * Splits a frame into frames of at most `bytesMax`, in the order of its readings. All of them name the same request.
 * The battery level is in the first, so that it counts once.
 */
export function* splitFrame(frame: Uint8Array, bytesMax: number): Generator<FramePart> {
  const reader = new FrameReader(frame);
  reader.nextFrame();
  const { deviceId, arrivalUs, requestBoot: boot, requestNumber: number } = reader;
  const writer = new FrameWriter(bytesMax);
  const request = { boot, number };
  writer.begin({ deviceId, arrivalUs, batteryVolts: reader.batteryVolts, request });
  let bytes = frameHeaderBytes;
  while (reader.nextReading()) {
    // An upper limit: a reading without metadata may take less.
    const readingBytes = recordBytes + ((Buffer.byteLength(reader.metadata) + 7) & ~7);
    if (writer.readings > 0 && bytes + readingBytes > bytesMax) {
      yield { frame: writer.finish(), readings: writer.readings };
      writer.begin({ deviceId, arrivalUs, batteryVolts: null, request });
      bytes = frameHeaderBytes;
    }
    const { sensorId, value, atUs, deviceSeconds, deviceMicros, metadata } = reader;
    writer.add(sensorId, value, atUs, deviceSeconds, deviceMicros, metadata);
    bytes += readingBytes;
  }
  yield { frame: writer.finish(), readings: writer.readings };
}
