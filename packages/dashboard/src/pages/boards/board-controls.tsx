import { boardSpans } from "@weir/protocol/closed-sets";
import { useEffect } from "react";
import { lazyPart, type MissingProps } from "../../ui/lazy-part.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { type BoardDefinition, spanLabels } from "./model/board.ts";
import type { BoardPlace } from "./use-board-place.ts";

// Most boards have no variable.
const VariablePicker = lazyPart(
  async () => (await import("./variable-picker.tsx")).VariablePicker,
  VariablePickerPlace,
);

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

/** As large as the picker that is loaded. */
function VariablePickerPlace({ load, onLoaded }: MissingProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it loads only once, when it is first shown.
  useEffect(() => {
    void load().then((isLoaded) => isLoaded && onLoaded());
  }, []);
  return <div className="h-8 w-60 max-md:w-full" />;
}
