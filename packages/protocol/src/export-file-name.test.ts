import { expect, test } from "bun:test";
import fc from "fast-check";
import { anyCharacter } from "../../../tests/harness/any-character.ts";
import { exportFileName } from "./export-file-name.ts";

const june = { from: "2026-06-01T00:00:00.000000Z", to: "2026-06-02T09:30:00.000Z" };
const temperature = { content: "temperature", extension: "csv" };

test("names the device, the sensor and the range", () => {
  expect(exportFileName({ devices: ["Freezer 7"], ...temperature, ...june })).toBe(
    "Freezer 7 temperature 2026-06-01 to 2026-06-02T0930Z.csv",
  );
  expect(exportFileName({ devices: ["a", "b"], content: "readings", extension: "parquet", ...june })).toBe(
    "2 devices readings 2026-06-01 to 2026-06-02T0930Z.parquet",
  );
});

test("says which side of the range is open", () => {
  const { from } = june;
  const name = (range: object) => exportFileName({ devices: ["F"], ...temperature, ...range });
  expect(name({ from })).toBe("F temperature since 2026-06-01.csv");
  expect(name({ to: "2026-06-02T09:30:05.5Z" })).toBe("F temperature before 2026-06-02T093005Z.csv");
  expect(name({})).toBe("F temperature all.csv");
});

test.each([
  ['Line 1/2: "north" <a|b>?*', "Line 1_2_ _north_ _a_b___"],
  ["..\\..\\etc", "__.._etc"],
  ["NUL", "NUL_"],
  ["com1.old", "com1_.old"],
  ["  two\n lines ", "two_ lines"],
  ["Kühlhaus Süd", "Kühlhaus Süd"],
])("makes a safe file name of %j", (device, expected) => {
  expect(exportFileName({ devices: [device], ...temperature })).toBe(`${expected} temperature all.csv`);
});

test("cuts a long name between characters", () => {
  const name = exportFileName({ devices: ["❄️🧊".repeat(60)], ...temperature, ...june });
  expect(Buffer.byteLength(name)).toBeLessThan(255);
  expect(name).toEndWith("… temperature 2026-06-01 to 2026-06-02T0930Z.csv");
});

test("produces a name that Windows accepts, whatever the device is called", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (device) => {
      const name = exportFileName({ devices: [device], ...temperature, ...june });
      expect(name).not.toMatch(/[\p{Cc}/\\:*?"<>|]/u);
      expect(name).not.toMatch(/^[. ]|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
      expect(Buffer.byteLength(name)).toBeLessThan(255);
    }),
  );
});
