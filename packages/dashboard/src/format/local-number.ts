/** Punctuation of numbers in a language. Digits are always 0 to 9. */
interface NumberSigns {
  readonly wholes: Intl.NumberFormat;
  readonly point: string;
}

const knownSigns = new Map<string | undefined, NumberSigns>();

/** Creating a formatter takes far longer than using it. */
function signsOf(language: string | undefined): NumberSigns {
  let signs = knownSigns.get(language);
  if (signs === undefined) {
    const parts = new Intl.NumberFormat(language).formatToParts(0.5);
    const wholes = new Intl.NumberFormat(language, { useGrouping: "min2", numberingSystem: "latn" });
    signs = { wholes, point: parts.find(({ type }) => type === "decimal")?.value ?? "." };
    knownSigns.set(language, signs);
  }
  return signs;
}

const parts = /^(-?)(\d+)(?:\.(\d*))?(?:e(-?)(\d+))?$/;
const minus = "−";

/**
 * A number as code writes it, such as "-12345.50" or "1e-9", in the language of the reader: with their decimal point,
 * thousands apart, and a minus sign instead of a hyphen. Adds and removes no digits.
 */
export function localNumber(written: string, language?: string): string {
  const found = parts.exec(written);
  if (found === null) return written;
  const [, sign, whole = "0", decimals, exponentSign, exponent] = found;
  const { wholes, point } = signsOf(language);
  const power = exponent === undefined ? "" : `e${exponentSign === "-" ? minus : ""}${exponent}`;
  const rest = decimals === undefined ? "" : `${point}${decimals}`;
  return `${sign === "-" ? minus : ""}${wholes.format(BigInt(whole))}${rest}${power}`;
}
