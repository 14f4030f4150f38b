import { expect, test } from "bun:test";
import type { ChainDirectory } from "./chain-directory.ts";
import { Traces } from "./traces.ts";

/** Device 12 is the second of account 1. */
const directory = {
  accountOfDevice: (deviceId: number) => Math.floor(deviceId / 10),
  chainById: (chainId: number) => ({ accountId: Math.floor(chainId / 10) }),
} as unknown as ChainDirectory;

const device = (deviceId: number) => ({ kind: "device", deviceId }) as const;
const chain = (chainId: number) => ({ kind: "chain", chainId }) as const;

test("ends the oldest trace of an account with too many, and keeps those of others", () => {
  const traces = new Traces(directory, { perAccount: 3 });
  traces.start(device(21), 1000);
  for (const target of [device(11), chain(11), device(12), chain(12)]) traces.start(target, 1000);
  expect(traces.report(device(11))).toBeNull();
  for (const target of [chain(11), device(12), chain(12), device(21)])
    expect(traces.report(target)).not.toBeNull();
  expect([traces.count(1), traces.count(2)]).toEqual([3, 1]);
});

test("takes no place of another trace when one is restarted", () => {
  const traces = new Traces(directory, { perAccount: 2 });
  traces.start(device(11), 1000);
  traces.start(device(12), 1000);
  traces.start(device(11), 2000);
  expect(traces.report(device(12))).not.toBeNull();
  expect(traces.report(device(11))?.untilMs).toBe(2000);
});

test("ends a trace of the account with the most if there are too many in total", () => {
  const traces = new Traces(directory, { perAccount: 10, total: 4 });
  traces.start(device(21), 1000);
  for (const deviceId of [11, 12, 13]) traces.start(device(deviceId), 1000);
  traces.start(device(31), 1000);
  expect(traces.report(device(11))).toBeNull();
  expect([traces.count(1), traces.count(2), traces.count(3)]).toEqual([2, 1, 1]);
});
