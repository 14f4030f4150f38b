import { expect, test } from "bun:test";
import { editorActionOf, stepAfterKey } from "./editor-keys.ts";

type Held = "ctrlKey" | "metaKey" | "shiftKey" | "altKey";

/** Like a browser's event, whose properties are inherited and not its own. */
const press = (key: string, ...held: Held[]) => {
  const none = { key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
  return Object.create({ ...none, ...Object.fromEntries(held.map((name) => [name, true])) }) as typeof none;
};

test("undoes, redoes, copies and removes by keys, on Mac keyboards too", () => {
  expect(editorActionOf(press("z", "ctrlKey"))).toBe("undo");
  expect(editorActionOf(press("Z", "metaKey", "shiftKey"))).toBe("redo");
  expect(editorActionOf(press("c", "metaKey"))).toBe("copy");
  expect(editorActionOf(press("Backspace"))).toBe("remove");
});

test("ignores keys that mean something else", () => {
  expect(editorActionOf(press("z"))).toBeUndefined();
  expect(editorActionOf(press("Delete", "altKey"))).toBeUndefined();
  expect(editorActionOf(press("v", "ctrlKey", "shiftKey"))).toBeUndefined();
});

test("steps along the path of a reading and stops at its ends", () => {
  const steps = ["ArrowLeft", "ArrowDown", "Home", "End", "x"];
  expect(steps.map((key) => stepAfterKey(press(key), 0, 3))).toEqual([0, 1, 0, 2, undefined]);
  expect(stepAfterKey(press("ArrowRight"), 2, 3)).toBe(2);
  expect(stepAfterKey(press("End", "ctrlKey"), 0, 3)).toBeUndefined();
});
