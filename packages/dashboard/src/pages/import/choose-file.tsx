import { useState } from "react";
import { messageOf } from "../../api/problem.ts";
import { Card } from "../../ui/card.tsx";
import { LearnMore } from "../../ui/learn-more.tsx";
import { Note } from "../../ui/states.tsx";
import { FileDrop } from "./file-drop.tsx";
import { type FileSample, readSample } from "./model/read-sample.ts";

/** The first step: a file, of which only the beginning is read. */
export function ChooseFile({ onSample }: { readonly onSample: (file: File, sample: FileSample) => void }) {
  const [isReading, setIsReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const read = async (file: File) => {
    setIsReading(true);
    try {
      const sample = await readSample(file);
      if (sample.ok) return onSample(file, sample.value);
      setProblem(`${file.name}: ${sample.error}`);
    } catch (error) {
      setProblem(`${file.name} can’t be read. ${messageOf(error)}`);
    }
    setIsReading(false);
  };
  return (
    <Card title="Import readings">
      <div className="flex flex-col gap-3">
        <FileDrop button="Choose file…" isBusy={isReading} onFile={(file) => void read(file)}>
          Drop a CSV or NDJSON file here. You’ll see what will be imported before anything is sent.
        </FileDrop>
        <p>
          <LearnMore about="importing readings" help={{ guide: "import" }} />
        </p>
        {problem !== null && (
          <div role="alert">
            <Note tone="bad">{problem}</Note>
          </div>
        )}
      </div>
    </Card>
  );
}
