import { useEffect } from "react";
import { messageOf, unreachable } from "../../api/problem.ts";
import { lazyPart, type MissingProps } from "../../ui/lazy-part.tsx";
import { toast } from "../../ui/toast.tsx";
import type { BulkBarProps } from "./bulk-bar.tsx";

/** The actions on selected devices. They are loaded with the first selection, because most visits select nothing. */
export const LazyBulkBar = lazyPart<BulkBarProps>(
  async () => (await import("./bulk-bar.tsx")).BulkBar,
  LoadingBar,
);

/** Shows nothing, because the bar floats and appears a moment later. */
function LoadingBar({ load, onLoaded }: MissingProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it loads only once, when it is first shown.
  useEffect(() => {
    void load().then((isLoaded) => (isLoaded ? onLoaded() : toast(messageOf(unreachable()), "bad")));
  }, []);
  return null;
}
