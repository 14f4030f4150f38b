/**
 * Checks that left-over state does no harm. A node's state survives a published version as long as its size stays, even if the
 * next version's settings, or another type under the same id, cannot use it.
 */
import { expect, test } from "bun:test";
import type { ChainHost, SensorStates } from "../chain-host.ts";
import type { ConfigOf, Fields } from "../config-fields.ts";
import { nodeCatalogue } from "../node-catalogue.ts";
import { readConfig } from "../read-config.ts";
import { sampleReading, sampleStart } from "../testing/run-node.ts";

/** Runs the values 1, 2, 3 … through a node whose state is filled before; null fills nothing. */
function results(
  type: string,
  given: Record<string, unknown>,
  leftOver: number | null,
  count: number,
): string[] {
  const node = nodeCatalogue.get(type)!;
  const read = readConfig(node.fields, given);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const taken: string[] = [];
  const step = node.compile(read.config as ConfigOf<Fields>, {
    nodeId: "node",
    place: { nodeId: "node", label: "node", host: {} as ChainHost },
    host: undefined as unknown as ChainHost,
    output: (name) => (reading) => taken.push(`${name} ${reading.value}`),
    fail: (_reading, reason) => taken.push(reason),
    states: (size) => filledStates(size, leftOver),
  });
  for (let value = 1; value <= count; value++) step(sampleReading({ value }, sampleStart + value));
  return taken;
}

function filledStates(size: number, leftOver: number | null): SensorStates {
  const state = new Float64Array(size).fill(leftOver ?? 0);
  return { of: () => state };
}

test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5, 1, 2.5, 4, 1000, 1e15, 1e300])(
  "a state full of %d is grown out of",
  (leftOver) => {
    const nodes: [string, Record<string, unknown>][] = [
      ["moving", { over: "readings", readings: 4 }],
      ["moving", { over: "readings", readings: 4, function: "median" }],
      ["delta", {}],
    ];
    for (const [type, config] of nodes) {
      expect(results(type, config, leftOver, 12).slice(4)).toEqual(results(type, config, null, 12).slice(4));
    }
  },
);

test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5, 1, 2.5, 1000, 1e15])(
  "a state full of %d leaves a split at one in three",
  (leftOver) => {
    const outputs = results("split", { n: 3 }, leftOver, 12).map((result) => result.split(" ")[0]!);
    const shares = outputs.flatMap((output, index) => (output === "share" ? [index] : []));
    expect(shares.length).toBe(4);
    expect(shares.slice(1).map((index, place) => index - shares[place]!)).toEqual([3, 3, 3]);
  },
);

test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5, 1, 1000, 5000])(
  "a state full of %d keeps a window over a duration in its bounds",
  (leftOver) => {
    const taken = results("moving", { over: "duration", durationSeconds: 3, function: "max" }, leftOver, 12);
    expect(taken).toHaveLength(12);
    expect(taken.at(-1)).toBe("out 12");
  },
);
