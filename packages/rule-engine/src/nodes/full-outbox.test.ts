import { expect, test } from "bun:test";
import type { ChainHost } from "../chain-host.ts";
import { nodeCatalogue } from "../node-catalogue.ts";
import { readConfig } from "../read-config.ts";
import { sampleReading, sampleStart } from "../testing/run-node.ts";

test.each([
  ["webhook", { url: "https://example.com" }],
  ["email", { to: "ops@example.com" }],
  ["mqtt", { url: "mqtt://broker.example" }],
])("%s fails with the reason why a message could not be queued", (type, given) => {
  const node = nodeCatalogue.get(type)!;
  const read = readConfig(node.fields, given);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const taken: string[] = [];
  const step = node.compile(read.config, {
    nodeId: "node",
    place: { nodeId: "node", label: "node", host: {} as ChainHost },
    host: { send: () => "Too many messages wait." } as Partial<ChainHost> as ChainHost,
    output: (name) => () => taken.push(name),
    fail: (_reading, reason) => taken.push(reason),
    states: () => ({ of: () => new Float64Array() }),
  });
  step(sampleReading({ value: 1 }, sampleStart));
  expect(taken).toEqual(["Too many messages wait."]);
});
