import { expect, test } from "bun:test";
import { userInfo } from "node:os";
import { operatorHeaders, operatorIn } from "./operator-name.ts";

test("names the system user who runs the command, not the one who runs the server", () => {
  expect(operatorIn(new Headers({ "Weir-Operator": "ada%20l%C3%B6we" }))).toBe("ada löwe");
  expect(operatorIn(new Headers(operatorHeaders()))).toBe(userInfo().username);
});

test("takes no line breaks, no endless names and no broken ones", () => {
  expect(operatorIn(new Headers({ "Weir-Operator": "ada%0Aeve" }))).toBe("adaeve");
  expect(operatorIn(new Headers({ "Weir-Operator": "a".repeat(5000) }))).toHaveLength(100);
  expect(operatorIn(new Headers({ "Weir-Operator": "%E0%A4" }))).toBe(userInfo().username);
});
