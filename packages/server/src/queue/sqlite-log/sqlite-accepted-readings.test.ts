import { expect, test } from "bun:test";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { FrameWriter } from "../frame-writer.ts";
import { UnknownPartitionError } from "../position.ts";
import { at } from "../test-positions.ts";
import { LogWriter } from "./log-writer.ts";
import { SqliteAcceptedReadings } from "./sqlite-accepted-readings.ts";

const writer = new FrameWriter();

function frameOf(number: number, ...readings: [sensorId: number, value: number][]): Uint8Array {
  writer.begin({ deviceId: 1, arrivalUs: 1000, batteryVolts: 3.3, request: { boot: 7, number } });
  for (const [sensorId, value] of readings)
    writer.add(sensorId, value, 1000 + sensorId, -1, 0, '{"note":"a b"}');
  return new Uint8Array(writer.finish());
}

function logOf(dataDir: string, retention = { windowMs: 1e15, readingsMax: 1e15 }): LogWriter {
  return new LogWriter(dataDir, retention);
}

test("the accepted readings of a request are found, also where others became durable with or after it", () => {
  using folder = tempFolder();
  const log = logOf(folder.path);
  log.append(frameOf(1, [4, 1.5]), 1, 0, []);
  const wanted = frameOf(3, [5, 21.5], [6, -3]);
  log.append(Buffer.concat([frameOf(2, [4, 2]), wanted, frameOf(4, [4, 3])]), 4, 0, []);
  const answeredAt = at(log.append(frameOf(5, [4, 4]), 1, 0, []));
  const readings = new SqliteAcceptedReadings(folder.path);
  const of = (number: number, max = 9) => readings.of({ boot: 7, number }, answeredAt, max);
  expect(of(3)).toEqual([
    { sensorId: 5, value: 21.5, atUs: 1005 },
    { sensorId: 6, value: -3, atUs: 1006 },
  ]);
  expect(of(3, 1)).toHaveLength(1);
  expect(of(1)).toMatchObject([{ value: 1.5 }]);
  expect(of(9)).toBeNull();
  expect(readings.of({ boot: 8, number: 3 }, answeredAt, 9)).toBeNull();
  expect(() => readings.of({ boot: 7, number: 3 }, { ...answeredAt, partition: 1 }, 9)).toThrow(
    UnknownPartitionError,
  );
  readings.close();
  log.close();
});

test("readings that the queue has let go of are not known", () => {
  using folder = tempFolder();
  const log = logOf(folder.path, { windowMs: 0, readingsMax: 0 });
  const position = at(log.append(frameOf(1, [4, 1.5]), 1, 0, []));
  const readings = new SqliteAcceptedReadings(folder.path);
  expect(readings.of({ boot: 7, number: 1 }, position, 9)).toHaveLength(1);
  log.settled(1e15);
  for (let nth = 2; nth < 500; nth++) log.append(frameOf(nth, [4, nth]), 1, nth, []);
  expect(readings.of({ boot: 7, number: 1 }, position, 9)).toBeNull();
  readings.close();
  log.close();
});
