import { cellsPerReading, type SavedReadings, sensorCell } from "../saved-readings.ts";

/** Returns whether one of the first `count` readings in chunks belongs to this sensor. */
export function hasSaveBefore(saves: SavedReadings, count: number, sensorId: number): boolean {
  let left = count;
  for (const chunk of saves.chunks()) {
    const { cells } = chunk;
    const end = Math.min(left, chunk.count);
    for (let number = 0; number < end; number++)
      if (cells[number * cellsPerReading + sensorCell] === sensorId) return true;
    left -= end;
    if (left === 0) return false;
  }
  return false;
}
