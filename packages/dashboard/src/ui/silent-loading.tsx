import { useEffect } from "react";
import { messageOf, unreachable } from "../api/problem.ts";
import type { MissingProps } from "./lazy-part.tsx";
import { loadAgain } from "./load-again.ts";
import { toast } from "./toast.tsx";

/**
 * Shows nothing while a part loads that appears over the page. If it cannot be loaded, this is said and the part is
 * closed, so that opening it again tries again. A browser that remembers that it has failed needs a reload.
 */
export function SilentLoading({ load, onLoaded, props }: MissingProps<{ readonly onClose?: () => void }>) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it loads only once, when it is first shown.
  useEffect(() => {
    void loadAgain(load).then((isLoaded) => {
      if (isLoaded) return onLoaded();
      toast(messageOf(unreachable()), "bad");
      props.onClose?.();
    });
  }, []);
  return null;
}
