import { expect, test } from "bun:test";
import { stringify } from "../../platform/raw-json.ts";
import { parseExactly } from "./parse-exactly.ts";

test.each([
  '{"items":[{"metadata":{"b":12345678901234567890,"9":1E2,"a":"\\u00fc } \\" {"}},{"metadata":null}],"next":null}',
  '{"metadata":{"metadata":{"x":1.50}},"in":{"value":2,"metadata":{}}}',
  '{"text":",\\"metadata\\":{","x,\\"metadata":{"b":1}}',
  '{"metadata":0,"items":[{"metadata":"0"},{"metadata":{"x":1.50}}]}',
  "[1,null]",
])("writes %s back unchanged", (text) => {
  expect(stringify(parseExactly(text))).toBe(text);
});
