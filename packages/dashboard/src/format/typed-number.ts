/** The result of reading a number that somebody typed. */
type TypedNumber =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "nothing" }
  | { readonly kind: "unclear"; readonly problem: string };

const plain = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const withComma = /^[+-]?\d*,\d+$/;
/** 1,000 means a thousand in some countries and one in others. A group of thousands never begins with a zero. */
const eitherWay = /^[+-]?[1-9]\d{0,2},\d{3}$/;
const grouped = /^[+-]?\d+([.,'’\s]\d+)+$/;

/** Reads a number with a point or a comma before its decimals. Rejects text that can be read in two ways. */
export function readTypedNumber(typed: string): TypedNumber {
  const text = typed.trim().replace(/^−/, "-");
  if (text === "") return { kind: "nothing" };
  if (eitherWay.test(text)) {
    const [whole, point] = [text.replace(",", ""), text.replace(",", ".")];
    return unclear(`Is this ${whole} or ${point}? Write it without the comma.`);
  }
  const written = withComma.test(text) ? text.replace(",", ".") : text;
  if (plain.test(written)) {
    const value = Number(written);
    return Number.isFinite(value) ? { kind: "number", value } : unclear("This number is too large.");
  }
  return unclear(
    grouped.test(text)
      ? "Write it without spaces, commas or points between thousands, as in 1000000."
      : "Must be a number",
  );
}

function unclear(problem: string): TypedNumber {
  return { kind: "unclear", problem };
}
