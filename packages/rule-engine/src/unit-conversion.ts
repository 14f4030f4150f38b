import { type Amount, type Unit, units } from "./units.ts";

/**
 * Converts one unit to another: (value * times + plus) / over. The three are whole numbers without a common divisor, so for
 * most pairs the only rounding is that of the final division: 20 °C is 293.15 K, and 12 in is 1 ft.
 */
interface UnitConversion {
  readonly times: number;
  readonly plus: number;
  readonly over: number;
}

/** Returns null if the two do not measure the same quantity. */
export function unitConversion(from: string, to: string): UnitConversion | null {
  const source = units.get(from);
  const target = units.get(to);
  if (source === undefined || target?.quantity !== source.quantity) return null;
  const factor = divide(sizeOf(source), sizeOf(target));
  const shift = divide(subtract(zeroOf(source), zeroOf(target)), sizeOf(target));
  const over = factor.over * shift.over;
  const times = factor.count * shift.over;
  const plus = shift.count * factor.over;
  const divisor = commonDivisor(commonDivisor(times, over), plus);
  return { times: Number(times / divisor), plus: Number(plus / divisor), over: Number(over / divisor) };
}

export function convert(value: number, { times, plus, over }: UnitConversion): number {
  const result = (value * times + plus) / over;
  if (Number.isFinite(result)) return result;
  // The product of a very large value may be out of range although the result is not.
  return (value / over) * times + plus / over;
}

interface Fraction {
  readonly count: bigint;
  readonly over: bigint;
}

function sizeOf({ size }: Unit): Fraction {
  return readAmount(size);
}

function zeroOf({ zero }: Unit): Fraction {
  return readAmount(zero ?? "0");
}

function readAmount(amount: Amount): Fraction {
  return typeof amount === "string"
    ? readDecimal(amount)
    : divide(readDecimal(amount[0]), readDecimal(amount[1]));
}

function readDecimal(text: string): Fraction {
  const [whole, decimals = ""] = text.split(".");
  return { count: BigInt(whole + decimals), over: 10n ** BigInt(decimals.length) };
}

function divide(a: Fraction, b: Fraction): Fraction {
  return { count: a.count * b.over, over: a.over * b.count };
}

function subtract(a: Fraction, b: Fraction): Fraction {
  return { count: a.count * b.over - b.count * a.over, over: a.over * b.over };
}

/** For numbers that are not both zero; never negative. */
function commonDivisor(a: bigint, b: bigint): bigint {
  if (b === 0n) return a < 0n ? -a : a;
  return commonDivisor(b, a % b);
}
