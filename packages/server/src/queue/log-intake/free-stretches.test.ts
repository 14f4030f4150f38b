import { expect, test } from "bun:test";
import { FreeStretches } from "./free-stretches.ts";

const everything = { afterUs: Number.NEGATIVE_INFINITY, beforeUs: Number.POSITIVE_INFINITY };
const nowMs = 1000;

function askedAt(stretches: FreeStretches, sensorId: number, us: number) {
  return stretches.ask({ sensorId, fromUs: us, toUs: us }, 1000);
}

test("covers what the store calls free, up to the newest timestamp at the time of the question", () => {
  const stretches = new FreeStretches();
  expect(stretches.covers(1, 50, 60, nowMs)).toBe(false);
  stretches.answer(askedAt(stretches, 1, 50), [{ afterUs: 10, beforeUs: 2000 }], nowMs);
  expect(stretches.covers(1, 11, 999, nowMs)).toBe(true);
  expect(stretches.covers(1, 10, 20, nowMs)).toBe(false);
  expect(stretches.covers(1, 20, 1000, nowMs)).toBe(false);
  expect(stretches.covers(2, 20, 30, nowMs)).toBe(false);
});

test("does not cover readings accepted since, nor those accepted during the question", () => {
  const stretches = new FreeStretches();
  const question = askedAt(stretches, 1, 500);
  stretches.take(1, 100, 100);
  expect(question.isOvertaken).toBe(false);
  stretches.take(1, 490, 510);
  expect(question.isOvertaken).toBe(true);
  stretches.answer(question, [everything], nowMs);
  stretches.take(1, 700, 800);
  for (const us of [100, 490, 500, 510, 700, 750, 800])
    expect(stretches.covers(1, us, us, nowMs)).toBe(false);
  for (const us of [99, 101, 511, 699, 801]) expect(stretches.covers(1, us, us, nowMs)).toBe(true);
  expect(stretches.covers(1, 650, 850, nowMs)).toBe(false);
});

test("keeps the longest stretches of a sensor", () => {
  const stretches = new FreeStretches();
  stretches.answer(askedAt(stretches, 1, 500), [everything], nowMs);
  for (let us = 100; us < 200; us++) stretches.take(1, us, us);
  for (const us of [220, 300, 350]) stretches.take(1, us, us);
  const isFree = (us: number): boolean => stretches.covers(1, us, us, nowMs);
  expect([50, 210, 250, 310, 400].map(isFree)).toEqual([true, false, true, true, true]);
});

test("asks again after a while, after missed readings, and when it had to forget the sensor", () => {
  const stretches = new FreeStretches(2);
  const covers = (sensorId: number, ms = nowMs): boolean => stretches.covers(sensorId, 500, 500, ms);
  stretches.answer(askedAt(stretches, 1, 500), [everything], nowMs);
  expect([covers(1, nowMs + 60_000), covers(1, nowMs + 60_001)]).toEqual([true, false]);
  for (const sensorId of [2, 3]) stretches.answer(askedAt(stretches, sensorId, 500), [everything], nowMs);
  expect([1, 2, 3].map((sensorId) => covers(sensorId))).toEqual([false, true, true]);
  const late = askedAt(stretches, 2, 500);
  stretches.clear();
  stretches.answer(late, [everything], nowMs);
  expect([1, 2, 3].map((sensorId) => covers(sensorId))).toEqual([false, false, false]);
});

test("keeps nothing of a question that was given up", () => {
  const stretches = new FreeStretches();
  const question = askedAt(stretches, 1, 500);
  stretches.giveUp(question);
  stretches.answer(question, [everything], nowMs);
  expect(stretches.covers(1, 500, 500, nowMs)).toBe(false);
});

test("lets a sensor in which nothing is free push out no other", () => {
  const stretches = new FreeStretches(1);
  stretches.answer(askedAt(stretches, 1, 500), [everything], nowMs);
  for (const sensorId of [2, 3]) stretches.answer(askedAt(stretches, sensorId, 500), [], nowMs);
  expect(stretches.covers(1, 500, 500, nowMs)).toBe(true);
});
