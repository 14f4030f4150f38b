import { useEffect, useState } from "react";
import { useChange } from "../../api/change.ts";
import { isGone, messageOf } from "../../api/problem.ts";
import { useCall } from "../../api/queries.ts";
import { bytesText, plural } from "../../format/number.ts";
import { exactTime } from "../../format/time.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Note } from "../../ui/states.tsx";
import { FileDrop } from "./file-drop.tsx";
import type { KeptImport } from "./kept-import.ts";
import { isSameFile, markOf } from "./model/file-mark.ts";

/** Offers to continue an import that this browser has begun. A page may not open a file again by itself. */
export function InterruptedImport({
  kept,
  onContinue,
  onForget,
}: {
  readonly kept: KeptImport;
  readonly onContinue: (file: File) => void;
  readonly onForget: () => void;
}) {
  const params = { import: kept.import };
  const result = useCall("getImport", { params }, { staleTime: 0 });
  const cancel = useChange("cancelImport", { onDone: onForget });
  const [isReading, setIsReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // Someone has cancelled it, or it was finished in another tab.
  const isOver = isGone(result.error) || result.data?.state === "finished";
  useEffect(() => {
    if (isOver) onForget();
  }, [isOver, onForget]);
  const check = async (file: File) => {
    setIsReading(true);
    try {
      if (isSameFile(await markOf(file), kept.file)) return onContinue(file);
      setProblem(`${file.name} is a different file. Choose ${kept.file.name} to continue.`);
    } catch (error) {
      setProblem(`${file.name} can’t be read. ${messageOf(error)}`);
    }
    setIsReading(false);
  };
  return (
    <Card
      title="Continue the import"
      action={
        <Button size="small" isBusy={cancel.isPending} onClick={() => cancel.mutate({ params })}>
          Discard this import
        </Button>
      }
    >
      <Loaded result={result}>
        {({ accepted, duplicates }) => (
          <div className="flex flex-col gap-3">
            <FileDrop button="Choose the same file…" isBusy={isReading} onFile={(file) => void check(file)}>
              The import of <strong className="font-medium text-text">{kept.file.name}</strong> (
              {bytesText(kept.file.size)}), started {exactTime(kept.startedAt)}, was interrupted after{" "}
              {plural(accepted + duplicates, "reading")}. Choose the same file to continue where it stopped.
            </FileDrop>
            {problem !== null && (
              <div role="alert">
                <Note tone="bad">{problem}</Note>
              </div>
            )}
          </div>
        )}
      </Loaded>
    </Card>
  );
}
