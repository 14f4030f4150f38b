import type { AcceptedReading } from "./accepted-readings.ts";
import { FrameReader, MalformedFrameError, type RequestNumber } from "./packed-readings.ts";

/** Returns at most `max` accepted readings of a request, or null if the entry cannot be read or has no frame of the request. */
export function findAccepted(
  data: Uint8Array,
  { boot, number }: RequestNumber,
  max: number,
): readonly AcceptedReading[] | null {
  try {
    const frames = new FrameReader(data);
    while (frames.nextFrame()) {
      if (frames.requestBoot === boot && frames.requestNumber === number) return readingsOf(frames, max);
      frames.skipReadings();
    }
    return null;
  } catch (error) {
    if (error instanceof MalformedFrameError) return null;
    throw error;
  }
}

function readingsOf(frames: FrameReader, max: number): AcceptedReading[] {
  const readings: AcceptedReading[] = [];
  while (readings.length < max && frames.nextReading()) {
    const { sensorId, value, atUs } = frames;
    readings.push({ sensorId, value, atUs });
  }
  return readings;
}
