import { expect, test } from "bun:test";
import { describeProblem } from "./chain-problem.ts";
import { warningsMax } from "./chain-warnings.ts";
import { writeChain } from "./testing/write-chain.ts";
import { validateChain } from "./validate-chain.ts";

const limit = ["compare", { operator: ">", value: 30 }] as const;
const raise = ["raise-alarm", { name: "warm" }] as const;

const told = (...args: Parameters<typeof writeChain>) =>
  validateChain(writeChain(...args)).map(describeProblem);

test("warns about every output where readings are lost, with node and output", () => {
  const wires = ["input out limit", "limit true raise", "raise raised save", "limit false clear"];
  const chain = writeChain(wires, { limit, raise, clear: ["clear-alarm", { name: "warm" }] });
  const named = chain.nodes.map((node) => (node.id === "clear" ? { ...node, name: "All clear" } : node));
  const unsaved = { severity: "warning", code: "unsaved_readings", field: null } as const;
  expect(validateChain({ ...chain, nodes: named })).toEqual([
    { ...unsaved, nodeId: "raise", message: "Readings that leave Raise alarm by active are not saved." },
    { ...unsaved, nodeId: "clear", message: "Readings that leave All clear by cleared are not saved." },
    { ...unsaved, nodeId: "clear", message: "Readings that leave All clear by inactive are not saved." },
  ]);
});

test("warns once about a chain that saves nothing, not for each output", () => {
  expect(validateChain(writeChain(["input out limit"], { limit }))).toMatchObject([
    { code: "no_save_reachable" },
  ]);
});

test("warns once about an alarm that nothing in the chain clears", () => {
  const wires = ["input out save", "input out raise", "raise raised again"];
  const nodes = { raise, again: raise };
  const warning =
    'Node "raise": nothing in this chain clears the alarm "warm", so it stays active until somebody clears it.';
  expect(told(wires, nodes)).toEqual([warning]);
  const clearing = [...wires, "raise active clear"];
  expect(told(clearing, { ...nodes, clear: ["clear-alarm", { name: "hot" }] })).toEqual([warning]);
  expect(told(clearing, { ...nodes, clear: ["clear-alarm", { name: "warm" }] })).toEqual([]);
});

test("does not warn about an alarm if readings are handed to a chain that may clear it", () => {
  const chain = ["chain", { chain: "00000000-0000-4000-8000-000000000000" }] as const;
  expect(told(["input out raise", "input out chain"], { raise, chain })).toEqual([]);
});

test.each([
  ["webhook", { url: "https://pager.Example.org/hooks/1" }, "url: pager.example.org"],
  ["webhook", { url: "http://example.com:8080" }, "url: example.com"],
  ["webhook", { url: "https://hooks.example" }, "url: hooks.example"],
  ["mqtt", { url: "mqtts://broker.example.net" }, "url: broker.example.net"],
  ["mqtt", { url: "mqtt://nowhere.invalid:1884" }, "url: nowhere.invalid"],
  ["email", { to: "ann@riverside.farm, ops@example.org" }, "to: ops@example.org"],
])("treats the target of %s with %j as an example address", (type, config, address) => {
  expect(told(["input out save", "input out send"], { send: [type, config] })).toEqual([
    `Node "send", ${address} is an example address, so nothing can be delivered there.`,
  ]);
});

test.each([
  ["webhook", { url: "https://example.org.riverside.farm/example.org?to=example.org" }],
  ["webhook", { url: "https://myexample.org" }],
  ["mqtt", { url: "mqtt://localhost" }],
  ["mqtt", { url: "mqtt://[::1]" }],
  ["email", { to: "example.org@riverside.farm" }],
])("treats the target of %s with %j as a possibly real address", (type, config) => {
  expect(told(["input out save", "input out send"], { send: [type, config] })).toEqual([]);
});

test("shows the first of many warnings and the number of others", () => {
  const ids = Array.from({ length: 30 }, (_, nth) => `n${nth}`);
  const wires = ["input out limit", "limit true save", ...ids.map((id) => `limit false ${id}`)];
  const nodes = Object.fromEntries(ids.map((id) => [id, ["log"] as const]));
  const warnings = validateChain(writeChain(wires, { limit, ...nodes }));
  expect(warnings).toHaveLength(warningsMax + 1);
  expect(warnings.at(-1)).toMatchObject({
    severity: "warning",
    code: "unsaved_readings",
    nodeId: null,
    message: "There are 10 more warnings.",
  });
});
