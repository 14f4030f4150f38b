import { boardSpans } from "@weir/protocol/closed-sets";
import { Segmented } from "../../ui/segmented.tsx";
import { type BoardDefinition, spanLabels } from "./model/board.ts";
import type { BoardPlace } from "./use-board-place.ts";
import { VariablePicker } from "./variable-picker.tsx";

/** What is picked, and the time range. */
export function BoardControls({
  definition: { variable },
  place: { picked, pick, span, chooseSpan },
}: {
  readonly definition: BoardDefinition;
  readonly place: BoardPlace;
}) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {variable !== null && <VariablePicker variable={variable} picked={picked} onPick={pick} />}
      <Segmented
        label="Range"
        choices={boardSpans.map((one) => [one, spanLabels[one]] as const)}
        chosen={span}
        onChoose={chooseSpan}
      />
    </div>
  );
}
