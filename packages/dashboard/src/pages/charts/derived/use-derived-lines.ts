import { useMemo } from "react";
import { emptyCurve } from "../curve.ts";
import { lineColours } from "../plot-line.ts";
import type { ChartLine } from "../use-lines.ts";
import { derivedCurve } from "./derived-curve.ts";
import type { DerivedSeries } from "./derived-series.ts";
import { useSeriesCompiler } from "./use-series-compiler.ts";

/**
 * The lines of derived series, computed from the values that the other lines show. A series whose expression is wrong has an
 * empty line.
 */
export function useDerivedLines(
  series: readonly DerivedSeries[],
  lines: readonly ChartLine[],
): readonly ChartLine[] {
  const compile = useSeriesCompiler(series.length > 0);
  const shape = JSON.stringify(series);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` contains all of the series.
  return useMemo(() => {
    if (compile === null) return [];
    const budget = { stepsLeft: chartStepsMax };
    return series.map(({ name, unit, expression, isHidden }, nth): ChartLine => {
      const compiled = compile(expression, letters, budget);
      const used = lines.filter(({ letter }) => compiled.ok && compiled.uses.has(letter));
      const isWhole = compiled.ok && used.length === compiled.uses.size && used.length > 0;
      const byLetter = new Float64Array(letters.length);
      const places = used.map(({ letter }) => letters.indexOf(letter));
      const computed = isWhole
        ? derivedCurve(used, (values) => {
            for (let place = 0; place < places.length; place++) byLetter[places[place]!] = values[place]!;
            return compiled.evaluate(byLetter);
          })
        : emptyCurve;
      const isTooMuch = budget.stepsLeft <= 0;
      // Part of a curve would look like missing readings.
      const curve = isTooMuch ? emptyCurve : computed;
      const widthMs = used[0]?.widthMs ?? 0;
      const colour = lineColours[(lines.length + nth) % lineColours.length]!;
      return {
        name: isTooMuch ? `${name} (too much to compute)` : name,
        key: `derived ${nth}`,
        unit,
        decimals: null,
        colour,
        curve,
        widthMs,
        isDashed: true,
        readings: { curve, unit, decimals: null },
        letter: "",
        isHidden,
        derived: nth,
      };
    });
  }, [compile, shape, lines]);
}

/**
 * For all series of a chart together: about a quarter of a second. A chart is also opened from a link that somebody else has
 * written, which must not make the page hang. An ordinary expression takes a few steps for each of some thousand points.
 */
const chartStepsMax = 5_000_000;
/** The names that expressions may use. */
const letters: readonly string[] = ["a", "b", "c", "d", "e", "f"];
