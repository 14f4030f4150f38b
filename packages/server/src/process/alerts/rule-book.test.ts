import { expect, test } from "bun:test";
import { sampleSource } from "@weir/rule-engine/testing/run-node";
import type { AlertRule } from "./armed-rule.ts";
import { RuleBook } from "./rule-book.ts";

type RuleScope = Pick<AlertRule, "sensorId" | "groupId" | "templateId" | "sensorType">;

const everywhere: RuleScope = { sensorId: null, groupId: null, templateId: null, sensorType: null };

function stored(id: number, scope: Partial<RuleScope>, accountId = 1): AlertRule {
  return {
    id,
    accountId,
    version: 1,
    savedUs: 0,
    name: `Rule ${id}`,
    severity: "info",
    text: "!",
    condition: { kind: "silent", seconds: 60 },
    mute: { untilUs: null, weekly: null },
    ...everywhere,
    ...scope,
  };
}

test("finds the rules of a sensor by itself, its type, its group and its template", () => {
  const book = new RuleBook([
    stored(1, { sensorId: 7 }),
    stored(2, { sensorType: "temperature" }),
    stored(3, { sensorType: "humidity" }),
    stored(4, { sensorType: "temperature" }, 2),
    stored(5, { groupId: 3 }),
    stored(6, { groupId: 3, sensorType: "temperature" }),
    stored(7, { groupId: 3, sensorType: "humidity" }),
    stored(8, { templateId: 3 }),
    stored(9, { templateId: 3, sensorType: "humidity" }),
  ]);
  const idsOf = (sensorId: number, groupId: number | null, templateId: number | null = null) =>
    book.of({ source: sampleSource(sensorId), groupId, templateId })?.map(({ id }) => id);
  expect(idsOf(7, null)).toEqual([1, 2]);
  expect(idsOf(8, 3)).toEqual([2, 5, 6]);
  expect(idsOf(8, 4)).toEqual([2]);
  expect(idsOf(8, 4, 3)).toEqual([2, 8]);
  expect(
    new RuleBook([stored(3, { sensorType: "humidity" })]).of({
      source: sampleSource(7),
      groupId: 3,
      templateId: null,
    }),
  ).toBeNull();
});

test("lets sensors of some templates have late readings judged by their arrival", () => {
  const judged = { templateIds: [3], afterUs: 30 };
  const book = new RuleBook([stored(1, { sensorType: "temperature" })], judged);
  const afterOf = (templateId: number | null) =>
    book.of({ source: sampleSource(7), groupId: null, templateId })![0]!.byArrivalAfterUs;
  expect([afterOf(null), afterOf(3), afterOf(4)]).toEqual([
    Number.POSITIVE_INFINITY,
    30,
    Number.POSITIVE_INFINITY,
  ]);
});
