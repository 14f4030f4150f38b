import { expect, test } from "bun:test";
import { operatorHeaders, operatorIn, operatorName, systemUserName } from "./operator-name.ts";

const users = "root:x:0:0:root:/root:/bin/bash\nweir:x:998:998::/var/lib/weir:/usr/sbin/nologin\n";

test.each([
  ["as the system knows them", 998, "weir"],
  ["by their number if they have no name", 7, "user 7"],
  ["as the operator where users have no numbers", null, "operator"],
])("names system users %s", (_, uid, name) => {
  expect(systemUserName(uid, users)).toBe(name);
});

test.each([
  ["ada", "root", "ada (root)"],
  [undefined, "root", "root"],
  // Anybody can set the variable. It counts only for the superuser, whom sudo makes of a person.
  ["eve", "weir", "weir"],
])("names the person behind sudo: %p as %s is %s", (sudoUser, name, said) => {
  expect(operatorIn(new Headers(operatorHeaders(sudoUser, name)))).toBe(said);
});

test("names the system user who runs the command, not the one who runs the server", () => {
  expect(operatorIn(new Headers({ "Weir-Operator": "ada%20l%C3%B6we" }))).toBe("ada löwe");
  expect(operatorIn(new Headers(operatorHeaders(undefined)))).toBe(operatorName());
});

test("takes no line breaks, no endless names and no broken ones", () => {
  expect(operatorIn(new Headers({ "Weir-Operator": "ada%0Aeve" }))).toBe("adaeve");
  expect(operatorIn(new Headers({ "Weir-Operator": "a".repeat(5000) }))).toHaveLength(100);
  expect(operatorIn(new Headers({ "Weir-Operator": "%E0%A4" }))).toBe(operatorName());
});
