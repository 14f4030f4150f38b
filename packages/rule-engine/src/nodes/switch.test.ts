import { expect, test } from "bun:test";
import { outputsOfNode, problemsOfNode, runNode } from "../testing/run-node.ts";

const byLevel = {
  cases: [
    { name: "hot", when: "value > 30.0" },
    { name: "warm", when: "value > 20.0" },
  ],
};

test("sends a reading to the first case that holds, or to else", () => {
  const samples = [31, 25, 5, 30].map((value) => ({ value }));
  expect(outputsOfNode("switch", byLevel, samples)).toEqual(["hot", "warm", "else", "warm"]);
});

test("shows all cases the same previous reading", () => {
  const cases = [
    { name: "up", when: "previous != null && value > previous.value" },
    { name: "down", when: "previous != null && value < previous.value" },
  ];
  expect(
    outputsOfNode(
      "switch",
      { cases },
      [1, 2, 1, 1].map((value) => ({ value })),
    ),
  ).toEqual(["else", "up", "down", "else"]);
});

test("fails for a case without an answer, and does not ask cases after one that holds", () => {
  const cases = [
    { name: "high", when: "value > 1.0" },
    { name: "north", when: 'metadata.site == "north"' },
  ];
  const results = runNode("switch", { cases }, [
    { value: 2 },
    { value: 1 },
    { value: 1, metadata: { site: "north" } },
  ]);
  expect(results.map(({ output }) => output)).toEqual(["high", "failure", "north"]);
  expect(results[1]!.reason).toContain("site");
});

test.each([
  [{}, "cases: is required"],
  [{ cases: [] }, "must have 1 to 20 rows"],
  [{ cases: [{ name: "a b", when: "true" }] }, "cases.0.name: must be letters"],
  [{ cases: [{ name: "else", when: "true" }] }, "is already an output"],
  [{ cases: [{ name: "failure", when: "true" }] }, "is already an output"],
  [{ cases: [{ name: "a", when: "value" }] }, "cases.0.when: At character"],
  [
    {
      cases: [
        { name: "a", when: "true" },
        { name: "a", when: "false" },
      ],
    },
    'cases.1.name: another case is already called "a"',
  ],
  [{ cases: [{ name: "a", when: "true", also: 1 }] }, "cases.0.also: is unknown"],
])("refuses %j", (config, problem) => {
  expect(problemsOfNode("switch", config).join()).toContain(problem);
});
