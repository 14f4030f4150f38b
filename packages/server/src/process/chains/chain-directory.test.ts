import { beforeEach, expect, test } from "bun:test";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import type { ChainHost } from "@weir/rule-engine/chain-host";
import { defaultChain } from "@weir/rule-engine/default-chain";
import { sampleSource } from "@weir/rule-engine/testing/run-node";
import { brokenChain, endingChain } from "../test-processing.ts";
import { ChainDirectory, type RunnableChain } from "./chain-directory.ts";

/** Compiling uses only the counters of a host. */
const host = { observer: null, counter: () => ({ readings: 0, ended: 0 }) } as unknown as ChainHost;
const device = 1;
const otherDevice = 2;
let chains: Map<number, ChainDefinition>;
/** The device and chain of each sensor. */
let sensors: Map<number, { deviceId: number; chainId: number }>;
let versions: Map<number, number>;
let directory: ChainDirectory;

beforeEach(() => {
  versions = new Map();
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
    chains: () =>
      [...chains].map(([id, definition]) => {
        const version = versions.get(id) ?? 1;
        return { id, uuid: `chain-${id}`, accountId: 1, name: `Chain ${id}`, version, definition };
      }),
    sensors: (deviceId) =>
      [...sensors]
        .filter(([, sensor]) => deviceId === undefined || sensor.deviceId === deviceId)
        .map(([sensorId, { chainId, ...ids }]) => ({
          source: { ...sampleSource(sensorId), ...ids },
          chainId,
          alerts: null,
        })),
  });
  directory.open(() => host);
});

function chainOf(sensorId: number): RunnableChain {
  return directory.of(sensorId)!.chain;
}

function describe(sensorId: number): string {
  const chain = directory.of(sensorId)?.chain;
  if (chain === undefined) return "removed";
  return chain.ok ? "runs" : chain.problem;
}

test("returns a sensor's chain, why it cannot run, or nothing after the sensor was removed", () => {
  expect(describe(1)).toBe("runs");
  expect(describe(2)).toContain("one input");
  expect(describe(99)).toBe("removed");
});

test("still runs a version that was published before expressions had limits", () => {
  const common = { version: 1, name: "", position: { x: 0, y: 0 } };
  const ids = Array.from({ length: 11 }, (_, index) => `n${index}`);
  chains.set(10, {
    nodes: [
      { ...common, id: "input", type: "input", config: {} },
      ...ids.map((id) => ({
        ...common,
        id,
        type: "expression",
        config: { when: "value > 1.0".padEnd(1000) },
      })),
    ],
    wires: ids.map((to, index) => ({
      from: ids[index - 1] ?? "input",
      output: index === 0 ? "out" : "true",
      to,
    })),
  });
  versions.set(10, 2);
  directory.reload();
  expect(describe(1)).toBe("runs");
});

test("compiles a chain once, however many sensors it applies to", () => {
  expect(directory.of(1)).not.toBeNull();
  expect(chainOf(1)).toBe(chainOf(3));
});

test("applies a new version of a chain to all of its sensors after a reload, and not before", () => {
  const before = chainOf(1);
  const other = chainOf(2);
  chains.set(10, endingChain);
  versions.set(10, 2);
  expect(chainOf(1)).toBe(before);
  directory.reload();
  expect(chainOf(1)).not.toBe(before);
  expect(chainOf(1)).toBe(chainOf(3));
  expect(chainOf(2)).toBe(other);
});

test("finds the new chain of a device that was assigned since the last look", () => {
  chains.set(12, defaultChain);
  sensors.set(2, { deviceId: device, chainId: 12 });
  directory.reloadDevice(device);
  expect(describe(2)).toBe("runs");
});

test("finds sensors of a device by slug, and no others", () => {
  expect(directory.sensorOfDevice(otherDevice, "temperature")).toBe(3);
  expect(directory.sensorOfDevice(otherDevice, "humidity")).toBeUndefined();
});

test("finds new sensors of a reloaded device and leaves other devices alone", () => {
  const other = directory.of(3);
  sensors.set(3, { deviceId: otherDevice, chainId: 11 });
  sensors.set(4, { deviceId: device, chainId: 10 });
  sensors.set(2, { deviceId: device, chainId: 10 });
  directory.reloadDevice(device);
  expect([describe(2), describe(4)]).toEqual(["runs", "runs"]);
  expect(directory.of(3)).toBe(other);
});

test("treats a forgotten sensor as removed", () => {
  directory.forget([1, 99]);
  expect([describe(1), describe(3)]).toEqual(["removed", "runs"]);
});

test("forgets the sensors of a device that is gone, so that their readings end", () => {
  sensors.delete(1);
  sensors.delete(2);
  directory.reloadDevice(device);
  expect([1, 2, 3].map((sensorId) => directory.of(sensorId) === null)).toEqual([true, true, false]);
});
