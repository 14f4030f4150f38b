import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { convert, unitConversion } from "./unit-conversion.ts";
import { unitNames, units, unitsHelp } from "./units.ts";

function converted(value: number, from: string, to: string): number {
  return convert(value, unitConversion(from, to)!);
}

test.each([
  [0, "°C", "°F", 32],
  [100, "°C", "°F", 212],
  [-40, "°C", "°F", -40],
  [212, "°F", "°C", 100],
  [98.6, "°F", "°C", 37],
  [20, "°C", "K", 293.15],
  [0, "K", "°C", -273.15],
  [0, "K", "°F", -459.67],
  [-459.67, "°F", "K", 0],
  [1013.25, "hPa", "atm", 1],
  [1013.25, "mbar", "Pa", 101_325],
  [1, "bar", "kPa", 100],
  [1, "atm", "psi", 14.695948775513449],
  [1, "psi", "Pa", 6894.757293168362],
  [760, "mmHg", "Pa", 101_325.0144354],
  [1, "inHg", "mmHg", 25.4],
  [12, "in", "ft", 1],
  [3, "ft", "yd", 1],
  [1, "mi", "km", 1.609344],
  [5280, "ft", "mi", 1],
  [0.1, "mm", "um", 100],
  [1, "acre", "ft2", 43_560],
  [16, "oz", "lb", 1],
  [1, "lb", "kg", 0.45359237],
  [2.5, "t", "kg", 2500],
  [36, "km/h", "m/s", 10],
  [1, "kn", "km/h", 1.852],
  [60, "mph", "ft/s", 88],
  [1, "gal", "l", 3.785411784],
  [1, "ft3", "l", 28.316846592],
  [1, "m3", "ml", 1_000_000],
  [1, "l/s", "m3/h", 3.6],
  [60, "l/min", "l/s", 1],
  [1, "kWh", "MJ", 3.6],
  [3600, "J", "Wh", 1],
  [1, "hp", "W", 745.6998715822702],
  [1, "kV", "mV", 1_000_000],
  [20, "mA", "A", 0.02],
  [4.7, "kohm", "ohm", 4700],
  [1, "mS/cm", "uS/cm", 1000],
  [3000, "rpm", "Hz", 50],
  [180, "deg", "rad", Math.PI],
  [Math.PI, "rad", "deg", 180],
  [1.5, "GB", "MB", 1500],
  [1, "MiB", "KiB", 1024],
  [36, "h", "d", 1.5],
  [90, "s", "min", 1.5],
  [0.625, "ratio", "%", 62.5],
  [1, "%", "ppm", 10_000],
  [1, "fc", "lx", 10.763910416709722],
  [35, "ug/m3", "mg/m3", 0.035],
])("converts %d %s to %s as %d, to the last digit", (value, from, to, result) => {
  expect(converted(value, from, to)).toBe(result);
});

test("does not convert units that are unknown or measure different things", () => {
  expect(unitConversion("°C", "Pa")).toBeNull();
  expect(unitConversion("°C", "furlong")).toBeNull();
  expect(unitConversion("furlong", "m")).toBeNull();
  expect(unitConversion("furlong", "fathom")).toBeNull();
  expect(unitConversion("constructor", "constructor")).toBeNull();
});

const pairs = unitNames.flatMap((from) =>
  unitNames
    .filter((to) => units.get(to)!.quantity === units.get(from)!.quantity)
    .map((to) => [from, to] as const),
);
const anyPair = fc.constantFrom(...pairs);

describe("for any two units of a quantity", () => {
  const anySize = fc
    .tuple(fc.double({ min: 1, max: 10, noNaN: true }), fc.integer({ min: -250, max: 250 }), fc.boolean())
    .map(([digits, exponent, isNegative]) => (isNegative ? -digits : digits) * 10 ** exponent);

  /** A temperature near its zero loses digits that the other scale has no room for. */
  const expectSame = (unit: string, actual: number, expected: number): void => {
    const isTemperature = units.get(unit)!.quantity === "temperature";
    const size = isTemperature ? Math.max(Math.abs(expected), 500) : Math.abs(expected);
    expect(Math.abs(actual - expected)).toBeLessThanOrEqual(1e-12 * size);
  };

  test("gives the same number there and back, to 12 digits", () => {
    fc.assert(
      fc.property(anyPair, anySize, ([from, to], value) => {
        expectSame(from, converted(converted(value, from, to), to, from), value);
      }),
      { numRuns: 3000 },
    );
  });

  test("gives the same number through a third unit, to 12 digits", () => {
    fc.assert(
      fc.property(anyPair, fc.nat(), anySize, ([from, to], pick, value) => {
        const candidates = pairs.filter(([unit]) => unit === from);
        const [, over] = candidates[pick % candidates.length]!;
        expectSame(from, converted(converted(value, from, over), over, to), converted(value, from, to));
      }),
      { numRuns: 3000 },
    );
  });

  test.each(pairs.filter(([from, to]) => from === to))("%s to itself is the same number", (unit) => {
    for (const value of [0.1, -3.3, 1e308, 5e-324, 0]) expect(converted(value, unit, unit)).toBe(value);
  });
});

test("converts a value near the end of the range if its result is in range", () => {
  expect(converted(1e308, "psi", "inHg") / 1e308).toBe(Number.POSITIVE_INFINITY);
  expect(converted(1e308, "mmHg", "inHg")).toBeCloseTo(1e308 / 25.4, -295);
  expect(converted(-1.7e308, "°F", "°C")).toBe((-1.7e308 / 9) * 5);
});

test("uses no name for two units", () => {
  const listed = unitsHelp.split("; ").flatMap((line) => line.split(": ")[1]!.split(", "));
  expect(listed).toEqual([...unitNames]);
});
