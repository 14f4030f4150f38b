import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { copyNodes, pasteNodes } from "./copied-nodes.ts";
import { nodeWidthPx } from "./node-geometry.ts";

const node = (id: string, type = "log") => ({
  ...{ id, type, version: 1, name: "", config: {}, position: { x: 0, y: 0 } },
});
const chain = {
  nodes: [node("input", "input"), node("log"), node("save", "save")],
  wires: [
    { from: "input", output: "out", to: "log" },
    { from: "log", output: "logged", to: "save" },
  ],
};

/** What a browser keeps for a page, which there is none of here. */
class KeptTexts {
  readonly #texts = new Map<string, string>();
  getItem = (key: string) => this.#texts.get(key) ?? null;
  setItem = (key: string, text: string) => void this.#texts.set(key, text);
}

const before = Object.getOwnPropertyDescriptor(globalThis, "localStorage");
const keep = () =>
  Object.defineProperty(globalThis, "localStorage", { value: new KeptTexts(), configurable: true });
beforeAll(keep);
beforeEach(keep);
afterAll(() => {
  if (before !== undefined) Object.defineProperty(globalThis, "localStorage", before);
});

test("nodes are pasted with the wires between them, under ids of their own", () => {
  expect(copyNodes(chain, ["log", "save"])).toBe(2);
  const pasted = pasteNodes(chain)!;
  expect(pasted.ids).toEqual(["log-2", "save-2"]);
  expect(pasted.definition.wires).toEqual([
    ...chain.wires,
    { from: "log-2", output: "logged", to: "save-2" },
  ]);
});

test("the input is not copied", () => {
  expect(copyNodes(chain, ["input"])).toBe(0);
  expect(pasteNodes(chain)).toBeNull();
});

test("what is pasted twice does not lie on itself", () => {
  copyNodes(chain, ["log"]);
  const once = pasteNodes(chain)!.definition;
  const twice = pasteNodes(once)!.definition;
  const places = twice.nodes.filter(({ type }) => type === "log").map(({ position }) => position.y);
  expect(new Set(places).size).toBe(3);
});

test("what is pasted has its middle where it is wanted, and lies on nothing there", () => {
  const at = (id: string, x: number, y: number) => ({ ...node(id), position: { x, y } });
  copyNodes({ nodes: [at("one", 5000, 0), at("two", 5288, 200)], wires: [] }, ["one", "two"]);
  const middle = { x: -300, y: 1000 };
  const { definition } = pasteNodes({ nodes: [], wires: [] }, middle)!;
  const [one, two] = definition.nodes.map(({ position }) => position);
  expect((one!.x + two!.x + nodeWidthPx) / 2).toBe(middle.x);
  expect(Math.abs((one!.y + two!.y) / 2 - middle.y)).toBeLessThan(60);
  const again = pasteNodes(definition, middle)!.definition.nodes.map(({ position: { x, y } }) => `${x} ${y}`);
  expect(new Set(again).size).toBe(4);
});

test("into another chain it comes under the ids that it had", () => {
  copyNodes(chain, ["log", "save"]);
  const pasted = pasteNodes({ nodes: [node("input", "input")], wires: [] })!;
  expect(pasted.ids).toEqual(["log", "save"]);
});

test("what is pasted keeps its shape and lies on nothing", () => {
  const at = (id: string, x: number, y: number) => ({ ...node(id), position: { x, y } });
  copyNodes({ nodes: [at("one", 0, 0), at("two", 288, 60)], wires: [] }, ["one", "two"]);
  const { definition, ids } = pasteNodes({ nodes: [at("low", 288, 120)], wires: [] })!;
  const [one, two] = definition.nodes.filter(({ id }) => ids.includes(id));
  expect(two!.position.y - one!.position.y).toBe(60);
  expect(two!.position.y).toBeGreaterThanOrEqual(220);
});
