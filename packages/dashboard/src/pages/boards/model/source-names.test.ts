import { expect, test } from "bun:test";
import { namingOf, sourceName } from "./source-names.ts";

const source = (device: string, sensor: string) => {
  return { device: { uuid: `uuid of ${device}`, name: device }, sensor: { name: sensor } };
};

test("sensors are named by what tells them apart: their own names, those of their devices, or both", () => {
  const namesOf = (...sources: ReturnType<typeof source>[]) =>
    sources.map((one) => sourceName(namingOf(sources), one));
  expect(namesOf(source("North", "Heat"), source("North", "Door"))).toEqual(["Heat", "Door"]);
  expect(namesOf(source("North", "Heat"), source("South", "Heat"))).toEqual(["North", "South"]);
  expect(namesOf(source("North", "Heat"), source("South", "Door"))).toEqual(["Heat (North)", "Door (South)"]);
});
