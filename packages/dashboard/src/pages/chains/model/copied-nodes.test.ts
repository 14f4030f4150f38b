import { expect, test } from "bun:test";
import { copyNodes, pasteNodes } from "./copied-nodes.ts";
import { nodeWidthPx } from "./node-geometry.ts";

const node = (id: string, type = "log") => ({
  id,
  type,
  version: 1,
  name: "",
  config: {},
  position: { x: 0, y: 0 },
});
const chain = {
  nodes: [node("input", "input"), node("log"), node("save", "save")],
  wires: [
    { from: "input", output: "out", to: "log" },
    { from: "log", output: "logged", to: "save" },
  ],
};

test("pastes nodes with the wires between them, under new ids", () => {
  const pasted = pasteNodes(chain, copyNodes(chain, ["log", "save"])!);
  expect(pasted.ids).toEqual(["log-2", "save-2"]);
  expect(pasted.definition.wires).toEqual([
    ...chain.wires,
    { from: "log-2", output: "logged", to: "save-2" },
  ]);
});

test("does not copy the input", () => {
  expect(copyNodes(chain, ["input"])).toBeNull();
  expect(copyNodes(chain, ["input", "log"])?.nodes.map(({ id }) => id)).toEqual(["log"]);
});

test("does not paste a second copy on top of the first", () => {
  const copied = copyNodes(chain, ["log"])!;
  const once = pasteNodes(chain, copied).definition;
  const twice = pasteNodes(once, copied).definition;
  const places = twice.nodes.filter(({ type }) => type === "log").map(({ position }) => position.y);
  expect(new Set(places).size).toBe(3);
});

test("pastes around the requested point, and on top of nothing", () => {
  const at = (id: string, x: number, y: number) => ({ ...node(id), position: { x, y } });
  const copied = { nodes: [at("one", 5000, 0), at("two", 5288, 200)], wires: [] };
  const middle = { x: -300, y: 1000 };
  const { definition } = pasteNodes({ nodes: [], wires: [] }, copied, middle);
  const [one, two] = definition.nodes.map(({ position }) => position);
  expect((one!.x + two!.x + nodeWidthPx) / 2).toBe(middle.x);
  expect(Math.abs((one!.y + two!.y) / 2 - middle.y)).toBeLessThan(60);
  const again = pasteNodes(definition, copied, middle).definition.nodes.map(
    ({ position: { x, y } }) => `${x} ${y}`,
  );
  expect(new Set(again).size).toBe(4);
});

test("keeps the ids of nodes that are pasted into another chain", () => {
  const copied = copyNodes(chain, ["log", "save"])!;
  const pasted = pasteNodes({ nodes: [node("input", "input")], wires: [] }, copied);
  expect(pasted.ids).toEqual(["log", "save"]);
});

test("keeps the shape of pasted nodes, and places them on top of nothing", () => {
  const at = (id: string, x: number, y: number) => ({ ...node(id), position: { x, y } });
  const copied = { nodes: [at("one", 0, 0), at("two", 288, 60)], wires: [] };
  const { definition, ids } = pasteNodes({ nodes: [at("low", 288, 120)], wires: [] }, copied);
  const [one, two] = definition.nodes.filter(({ id }) => ids.includes(id));
  expect(two!.position.y - one!.position.y).toBe(60);
  expect(two!.position.y).toBeGreaterThanOrEqual(220);
});
