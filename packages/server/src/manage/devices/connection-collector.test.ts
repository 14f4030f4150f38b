import { expect, test } from "bun:test";
import type { Bus } from "../../bus/bus.ts";
import { ConnectionCollector } from "./connection-collector.ts";
import { DeviceRhythms } from "./expectation/device-rhythms.ts";

test("forgets the connections of a deleted device, whether or not the processor has them", async () => {
  let isThere = false;
  const told: unknown[] = [];
  const bus = {
    isThere: () => isThere,
    tell: (_role: string, event: { kind: string }) => void (event.kind === "connected" && told.push(event)),
  } as unknown as Bus;
  const rhythms = new DeviceRhythms({ connectionsOf: async () => new Map() });
  const collector = new ConnectionCollector({ bus, rhythms, publish: () => undefined });
  const connections = [7, 8].map((deviceId) => [deviceId, 1000] as const);
  await collector.take({ connections, events: [], lastPositions: [] });
  collector.forget(7);
  isThere = true;
  expect(collector.write()).toBeTrue();
  expect(told).toMatchObject([{ connections: [[8, 1000, null]] }]);
  expect([collector.freshOf(7), collector.freshOf(8)]).toMatchObject([undefined, { lastConnectedMs: 1000 }]);
  collector.forget(8);
  expect(collector.freshOf(8)).toBeUndefined();
  collector.stop();
});
