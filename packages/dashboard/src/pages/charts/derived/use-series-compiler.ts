import { useEffect, useState } from "react";

type Compile = typeof import("@weir/rule-engine/expression/series-expression").compileSeries;

/** Kept for the next chart. */
let loaded: Compile | null = null;

/** Compiles expressions. It is loaded when a chart needs it, because most have no derived series; null until then. */
export function useSeriesCompiler(isNeeded: boolean): Compile | null {
  const [compile, setCompile] = useState<Compile | null>(() => loaded);
  useEffect(() => {
    if (!isNeeded || loaded !== null) return;
    let isGone = false;
    void import("@weir/rule-engine/expression/series-expression").then(({ compileSeries }) => {
      loaded = compileSeries;
      if (!isGone) setCompile(() => compileSeries);
    });
    return () => {
      isGone = true;
    };
  }, [isNeeded]);
  return compile ?? loaded;
}
