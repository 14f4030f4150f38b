import { useEffect } from "react";
import { type Selection, useSelection } from "../../ui/selection.tsx";

/** Which records are chosen. While some are, the list holds still. */
export function useChosenRecords(
  shown: readonly number[],
  hold: (isAsked: boolean) => void,
): Selection<number> {
  const selection = useSelection(shown);
  const isAny = selection.ids.length > 0;
  useEffect(() => {
    hold(isAny);
    return () => hold(false);
  }, [isAny, hold]);
  return selection;
}
