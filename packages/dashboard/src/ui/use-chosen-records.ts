import { useEffect } from "react";
import type { Identified } from "./held-records.ts";
import type { Choosing } from "./record-table.tsx";
import { useSelection } from "./selection.tsx";
import type { StillRecords } from "./use-still-records.ts";

/** The selected records, of those that have an action. While some are selected, the list is held. */
export function useChosenRecords<Item extends Identified>(
  { items, goneIds, hold }: StillRecords<Item>,
  isUsable: (item: Item) => boolean = () => true,
): Pick<Choosing<Item, number>, "selection" | "isChoosable"> {
  const isChoosable = (item: Item) => isUsable(item) && !goneIds.has(item.id);
  const selection = useSelection(items.filter(isChoosable).map(({ id }) => id));
  const isAny = selection.ids.length > 0;
  useEffect(() => {
    hold(isAny);
    return () => hold(false);
  }, [isAny, hold]);
  return { selection, isChoosable };
}
