import { expect, test } from "bun:test";
import { formOf } from "../alert-rules/alert-rule-form.ts";
import { followProposal } from "./follow-proposal.ts";
import { proposedName } from "./proposed-name.ts";

const blank = formOf(null);
const proposal = { ...blank, name: "Air of Roof", kind: "below", limit: "3" } as const;
const { name, kind, limit, min, max, hysteresis, minutes } = proposal;
const after = { name, kind, limit, min, max, hysteresis, minutes };

test("fills in what nobody has touched", () => {
  expect(followProposal(blank, blank, after)).toEqual(after);
});

test("keeps a name that was typed, and a condition of which any part was typed", () => {
  expect(followProposal({ ...blank, name: "Mine" }, blank, after)).not.toHaveProperty("name");
  expect(followProposal({ ...blank, minutes: "5" }, blank, after)).toEqual({ name });
});

test("names a rule after its sensor, and differently from all others", () => {
  const names = { device: "Roof", sensor: "Air" };
  expect(proposedName(names, [])).toBe("Air of Roof");
  expect(proposedName(names, ["Air of Roof", "Air of Roof 2"])).toBe("Air of Roof 3");
  const long = { device: "R".repeat(120), sensor: "Air" };
  expect(proposedName(long, [proposedName(long, [])])).toHaveLength(100);
});
