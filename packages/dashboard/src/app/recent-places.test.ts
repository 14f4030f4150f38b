import { afterEach, beforeEach, expect, test } from "bun:test";
import { addRecentPlace, recentPlaces } from "./recent-places.ts";

const kept = new Map<string, string>();

beforeEach(() => {
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  };
  Object.assign(globalThis, { localStorage: storage });
});
afterEach(() => {
  kept.clear();
  Reflect.deleteProperty(globalThis, "localStorage");
});

test("lists the latest five pages, newest first and each once", () => {
  for (const name of ["a", "b", "c", "d", "e", "f", "c"])
    addRecentPlace("plant", { address: `/devices/${name}`, label: name });
  expect(recentPlaces("plant").map(({ label }) => label)).toEqual(["c", "f", "e", "d", "b"]);
  expect(recentPlaces("office")).toEqual([]);
});

test.each(["{", "7", "null", '[{"address":"https://example.org","label":"x"},null,{"address":"/devices"}]'])(
  "ignores %s, which somebody else stored there",
  (text) => {
    kept.set("weir.recent.plant", text);
    expect(recentPlaces("plant")).toEqual([]);
  },
);
