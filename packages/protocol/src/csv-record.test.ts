import { expect, test } from "bun:test";
import fc from "fast-check";
import { csvRecord, fromHarmlessText, harmlessText } from "./csv-record.ts";

test.each(["=HYPERLINK(1)", "+1", "-x", "@SUM(A1)", "\t=1", "\r=1"])(
  "text that a spreadsheet would run is kept from it: %j",
  (text) => {
    expect(harmlessText(text)).toBe(`'${text}`);
  },
);

test("does not change other text", () => {
  for (const text of ["", "temp", "°C", "a=b", "'quoted'"]) expect(harmlessText(text)).toBe(text);
});

test("restores every text from its harmless form", () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^'*[=+@-].*$/));
  fc.assert(fc.property(text, (written) => fromHarmlessText(harmlessText(written)) === written));
});

test("quotes what needs quotes", () => {
  expect(csvRecord(["a", null, 'say "hi"', " b"])).toBe('a,,"say ""hi"""," b"\r\n');
});
