import { expect, test } from "bun:test";
import { type ChainFacts, factsWith } from "./chain-facts.ts";
import { KnownFacts } from "./known-facts.ts";
import { saving } from "./test-chains.ts";

const facts: ChainFacts = factsWith(saving, []);
const characters = JSON.stringify(facts).length;
const named = (uuid: string, version = 1, publishedAt = 5) => ({ uuid, version, publishedAt });

test("recognises a known version, and no other version of the chain", () => {
  const known = new KnownFacts();
  known.set(named("a"), facts);
  expect(known.get(named("a"))).toBe(facts);
  for (const other of [named("a", 2), named("a", 1, 6), named("b")]) expect(known.get(other)).toBeUndefined();
});

test("forgets the least recently used of too many versions", () => {
  const known = new KnownFacts({ versionsMax: 2, charactersMax: 1e9 });
  for (const uuid of ["a", "b"]) known.set(named(uuid), facts);
  known.get(named("a"));
  known.set(named("c"), facts);
  expect(known.size).toBe(2);
  expect(known.get(named("b"))).toBeUndefined();
  expect(known.get(named("a"))).toBe(facts);
});

test("never holds more characters than its limit, even when entries are replaced", () => {
  const known = new KnownFacts({ versionsMax: 1000, charactersMax: 3 * characters });
  for (let round = 0; round < 3; round++) {
    for (let index = 0; index < 50; index++) known.set(named(`chain ${index % 7}`), facts);
    expect(known.size).toBe(3);
    expect(known.characters).toBe(3 * characters);
  }
});
