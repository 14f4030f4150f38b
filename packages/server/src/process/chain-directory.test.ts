import { beforeEach, expect, test } from "bun:test";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import { defaultChain } from "@weir/rule-engine/default-chain";
import { ChainDirectory } from "./chain-directory.ts";
import { brokenChain, endingChain } from "./test-processing.ts";

const device = 1;
const otherDevice = 2;
let chains: Map<number, ChainDefinition>;
/** Sensor id to device and chain. */
let sensors: Map<number, { deviceId: number; chainId: number }>;
let directory: ChainDirectory;

beforeEach(() => {
  chains = new Map([
    [10, defaultChain],
    [11, brokenChain],
  ]);
  sensors = new Map([
    [1, { deviceId: device, chainId: 10 }],
    [2, { deviceId: device, chainId: 11 }],
    [3, { deviceId: otherDevice, chainId: 10 }],
  ]);
  directory = new ChainDirectory({
    chains: () => [...chains].map(([id, definition]) => ({ id, definition })),
    chainOfSensors: (deviceId) =>
      [...sensors]
        .filter(([, sensor]) => deviceId === undefined || sensor.deviceId === deviceId)
        .map(([sensorId, { chainId }]) => [sensorId, chainId] as const),
  });
});

function describe(sensorId: number): string {
  const chain = directory.of(sensorId);
  if (chain === null) return "removed";
  return chain.ok ? "runs" : chain.problem;
}

test("a sensor has its chain, the reason why none can run, or nothing once it was removed", () => {
  expect(describe(1)).toBe("runs");
  expect(describe(2)).toContain("one input");
  expect(describe(99)).toBe("removed");
});

test("a chain is compiled once, however many sensors it applies to", () => {
  expect(directory.of(1)).not.toBeNull();
  expect(directory.of(1)).toBe(directory.of(3));
});

test("a chain that is not there is a reason, not a failure", () => {
  sensors.set(1, { deviceId: device, chainId: 77 });
  directory.reload();
  expect(describe(1)).toBe("Chain 77 does not exist.");
});

test("a new version of a chain applies to all of its sensors after a reload, and not before", () => {
  const before = directory.of(1);
  chains.set(10, endingChain);
  expect(directory.of(1)).toBe(before);
  directory.reload();
  expect(directory.of(1)).not.toBe(before);
  expect(directory.of(1)).toBe(directory.of(3));
});

test("reloading a device finds its new sensors and leaves other devices alone", () => {
  const other = directory.of(3);
  sensors.set(3, { deviceId: otherDevice, chainId: 11 });
  sensors.set(4, { deviceId: device, chainId: 10 });
  sensors.set(2, { deviceId: device, chainId: 10 });
  directory.reloadDevice(device);
  expect([describe(2), describe(4)]).toEqual(["runs", "runs"]);
  expect(directory.of(3)).toBe(other);
});

test("a forgotten sensor counts as removed", () => {
  directory.forget([1, 99]);
  expect([describe(1), describe(3)]).toEqual(["removed", "runs"]);
});
