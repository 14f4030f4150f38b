/** For tests: a thread that merges all rows of a store into blocks, as the processor does beside readers. */
import { SqliteReadingStore } from "./sqlite-reading-store.ts";

declare const self: Worker;

self.onmessage = ({ data: folder }: MessageEvent<string>) => {
  const store = new SqliteReadingStore(folder);
  let merged = 0;
  for (let sensorId = store.rowMerger.sensorAfter(0); sensorId !== null; ) {
    let step = store.rowMerger.merge(sensorId, 0, Number.POSITIVE_INFINITY);
    for (; step !== null; step = store.rowMerger.merge(sensorId, step.nextUs, Number.POSITIVE_INFINITY))
      merged += step.merged;
    sensorId = store.rowMerger.sensorAfter(sensorId);
  }
  store.close();
  self.postMessage(merged);
};
