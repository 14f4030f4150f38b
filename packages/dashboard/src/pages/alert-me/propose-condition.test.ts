import { expect, test } from "bun:test";
import { proposeCondition } from "./propose-condition.ts";

const temperature = { name: "temperature", decimals: 1, min: -40, max: 85 };

test("proposes limits beyond the last week, with room on both sides", () => {
  expect(proposeCondition({ week: { min: 2.1, max: 5.4, mean: 3.5 }, type: temperature })).toMatchObject({
    kind: "outside",
    min: "0.4",
    max: "7.1",
    hysteresis: "0.3",
  });
});

test("leaves out a limit that values of the type never reach", () => {
  const humidity = { name: "humidity", decimals: 0, min: 0, max: 100 };
  expect(proposeCondition({ week: { min: 60, max: 95, mean: 80 }, type: humidity })).toMatchObject({
    kind: "below",
    limit: "43",
  });
  expect(proposeCondition({ week: { min: 2, max: 40, mean: 10 }, type: humidity })).toMatchObject({
    kind: "above",
    limit: "59",
  });
});

test("proposes only the bad side for types that have one", () => {
  const battery = { name: "battery", decimals: 2, min: 0, max: 15 };
  expect(proposeCondition({ week: { min: 3.6, max: 4, mean: 3.8 }, type: battery })).toMatchObject({
    kind: "below",
    limit: "3.4",
  });
  const carbon = { name: "CO2", decimals: 0, min: 400, max: 5000 };
  expect(proposeCondition({ week: { min: 450, max: 950, mean: 600 }, type: carbon })).toMatchObject({
    kind: "above",
    limit: "1200",
  });
});

test("proposes an alarm for a door that stays open", () => {
  const door = { name: "door", decimals: 0, min: 0, max: 1 };
  expect(proposeCondition({ week: { min: 0, max: 1, mean: 0.1 }, type: door })).toMatchObject({
    kind: "above",
    limit: "0.5",
    minutes: "10",
  });
});

test("proposes the usual range of the type while there are no readings, and nothing without both", () => {
  expect(proposeCondition({ week: null, type: temperature })).toMatchObject({
    kind: "outside",
    min: "-40",
    max: "85",
  });
  expect(proposeCondition({ week: null, type: undefined })).toMatchObject({ kind: "above", limit: "" });
});

test("proposes limits with few digits for a value that never changed and has no type", () => {
  expect(proposeCondition({ week: { min: 21.37, max: 21.37, mean: 21.37 }, type: undefined })).toMatchObject({
    kind: "outside",
    min: "19.2",
    max: "23.5",
  });
  expect(proposeCondition({ week: { min: 0, max: 0, mean: 0 }, type: undefined })).toMatchObject({
    kind: "outside",
    min: "-1",
    max: "1",
  });
});
