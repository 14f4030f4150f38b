/** A curve that is computed from those of the sensors. */
export interface DerivedSeries {
  readonly name: string;
  readonly unit: string;
  /** Sensors are named by letters, in the order of the link. */
  readonly expression: string;
  readonly isHidden: boolean;
}

/** As many as the API takes. */
export const derivedMax = 4;
const textMax = 1000;

/** The name of a sensor in expressions. */
export function letterAt(nth: number): string {
  return String.fromCharCode("a".charCodeAt(0) + nth);
}

/** Anything in a link that is no derived series is left out. */
export function readDerived(value: unknown): readonly DerivedSeries[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, derivedMax).flatMap((item: unknown): DerivedSeries[] => {
    const { name, unit = "", is, hidden } = (item ?? {}) as Record<string, unknown>;
    const texts = [name, unit, is].map((text) => (typeof text === "number" ? String(text) : text));
    if (texts.some((text) => typeof text !== "string" || text.length > textMax)) return [];
    const [shown, ofUnit, expression] = texts as [string, string, string];
    return [{ name: shown, unit: ofUnit, expression, isHidden: hidden === true }];
  });
}

/** For the link. Undefined if there are none. */
export function writeDerived(series: readonly DerivedSeries[]): readonly object[] | undefined {
  if (series.length === 0) return undefined;
  return series.map(({ name, unit, expression, isHidden }) => ({
    name,
    is: expression,
    ...(unit === "" ? {} : { unit }),
    ...(isHidden ? { hidden: true } : {}),
  }));
}

/**
 * The series after a sensor was removed: later sensors have moved up by one letter. Series of the removed sensor go with it.
 */
export function withoutSensor(series: readonly DerivedSeries[], removed: number): readonly DerivedSeries[] {
  return series.flatMap((one) => {
    let isUsed = false;
    const expression = one.expression.replace(letters, (letter) => {
      const nth = letter.charCodeAt(0) - "a".charCodeAt(0);
      isUsed ||= nth === removed;
      return nth > removed ? letterAt(nth - 1) : letter;
    });
    return isUsed ? [] : [{ ...one, expression }];
  });
}

/** Letters that stand alone: no parts of names, fields or functions. */
const letters = /(?<![\w.])[a-z](?![\w(])/g;
