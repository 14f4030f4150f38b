import { expect, test } from "bun:test";
import { boardDefinition } from "@weir/protocol/manage/board-forms";
import { storedDefinition } from "./stored-definition.ts";

const place = { x: 0, y: 0, width: 4, height: 2 };

test("completes definitions that an earlier version has stored", () => {
  const early = {
    variable: { kind: "group", default: "Hall" },
    span: "24h",
    tiles: [
      {
        id: "a",
        title: "",
        place,
        kind: "table",
        settings: { devices: { kind: "variable" }, sensors: ["temperature"] },
      },
      { id: "b", title: "", place, kind: "text", settings: { text: "Hello" } },
    ],
  };
  for (const definition of [early, { variable: null, span: "24h", tiles: [] }]) {
    const json = JSON.stringify(storedDefinition(JSON.stringify(definition)));
    // Also in the same order, because equal versions are recognised by their JSON.
    expect(json).toBe(JSON.stringify(boardDefinition.parse(definition)));
  }
});
