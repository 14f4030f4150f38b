import { useEffect, useRef, useState } from "react";
import { paced } from "./paced.ts";
import { refresh } from "./queries.ts";
import type { RouteName } from "./route-types.ts";

/** A way to ask these routes again while the component is shown: at once, and then only every so often. */
export function usePacedRefresh(names: readonly RouteName[], everyMs: number): () => void {
  const latest = useRef(names);
  latest.current = names;
  const [follow] = useState(() => paced(() => void refresh(...latest.current), everyMs));
  useEffect(() => follow.stop, [follow]);
  return follow.ask;
}
