import { expect, test } from "bun:test";
import fc from "fast-check";
import { RawJson, stringify } from "./raw-json.ts";

test("writes the text of each part as it is", () => {
  const exact = '{"n":12345678901234567890,"m":[9007199254740993,-0,1e400],"10":"\\u00fc","$&":"$1"}';
  const value = { a: 1, items: [{ metadata: new RawJson(exact) }, { metadata: null }, new RawJson("-0")] };
  expect(stringify(value)).toBe(`{"a":1,"items":[{"metadata":${exact}},{"metadata":null},-0]}`);
});

test("writes everything else as JSON.stringify does", () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(stringify(value)).toBe(JSON.stringify(value));
    }),
  );
});

test("does not read files written by others as a part", () => {
  const hostile = '"},{"admin":true},"';
  const json = stringify({ name: hostile, metadata: new RawJson(JSON.stringify({ [hostile]: hostile })) });
  expect(JSON.parse(json)).toEqual({ name: hostile, metadata: { [hostile]: hostile } });
  expect(stringify({ name: "raw-json-0", metadata: new RawJson("1") })).toBe(
    '{"name":"raw-json-0","metadata":1}',
  );
});

test("leaves nothing behind for the next value if one cannot be written", () => {
  const refusing = {
    first: new RawJson("1"),
    toJSON: () => {
      throw new Error("no");
    },
  };
  expect(() => stringify([new RawJson("1"), refusing])).toThrow("no");
  expect(stringify(new RawJson("2"))).toBe("2");
  expect(JSON.stringify(new RawJson('{"a":3}'))).toBe('{"a":3}');
});
