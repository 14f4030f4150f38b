import { expect, test } from "bun:test";
import { ConnectionWriter } from "./connection-writer.ts";
import { TestProcessing } from "./test-processing.ts";

test("writes the connections of all devices but one that the store refuses", async () => {
  using scene = new TestProcessing();
  scene.refuse("connections", "NEW.device_id = 2");
  const writer = new ConnectionWriter({ store: scene.activityKeeper, epoch: 0, hasDevice: () => true });
  writer.add([1, 2, 3].map((deviceId) => [deviceId, 1000 + deviceId] as const));
  await writer.write();
  await writer.write();
  expect(scene.rows("SELECT device_id AS id FROM connections ORDER BY id")).toEqual([{ id: 1 }, { id: 3 }]);
});

test("writes nothing of a device that was deleted before its connection arrived", async () => {
  using scene = new TestProcessing();
  const hasDevice = (deviceId: number) => deviceId !== 2;
  const writer = new ConnectionWriter({ store: scene.activityKeeper, epoch: 0, hasDevice });
  writer.add([1, 2].map((deviceId) => [deviceId, 1000] as const));
  await writer.write();
  writer.add([[2, 1001]]);
  await writer.write();
  expect(scene.rows("SELECT device_id AS id FROM connections")).toEqual([{ id: 1 }]);
});
