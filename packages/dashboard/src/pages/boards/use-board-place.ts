import { useFilters } from "../../app/use-filters.ts";
import { type BoardDefinition, type BoardSpan, isBoardSpan, type Picked, pickedOf } from "./model/board.ts";

/** What the address says about a board: what is picked, the time range, and kiosk mode. */
export interface BoardPlace {
  readonly picked: Picked;
  readonly pick: (name: string | undefined) => void;
  readonly span: BoardSpan;
  readonly chooseSpan: (span: BoardSpan) => void;
}

/** The address names a device, group or range that differs from those with which the board opens. */
export function useBoardPlace({ variable, span: usual }: BoardDefinition): BoardPlace {
  const [{ device, group, range }, change] = useFilters("device", "group", "range");
  const named =
    variable === null ? null : ((variable.kind === "device" ? device : group) ?? variable.default);
  return {
    picked: variable === null ? null : pickedOf(variable.kind, named),
    pick: (name) => change(variable?.kind === "group" ? { group: name } : { device: name }),
    span: isBoardSpan(range) ? range : usual,
    chooseSpan: (span) => change({ range: span === usual ? undefined : span }),
  };
}
