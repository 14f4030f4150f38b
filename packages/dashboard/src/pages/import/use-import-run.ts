import { useEffect, useRef, useState } from "react";
import { call } from "../../api/client.ts";
import { messageOf } from "../../api/problem.ts";
import { refresh } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { forgetImport, type KeptImport } from "./kept-import.ts";
import { Gate, StoppedError } from "./model/gate.ts";
import { Pace } from "./model/pace.ts";
import { locateRefused, mergeRejected, type RejectedLine } from "./model/rejected-lines.ts";
import { type ImportTarget, type SendingProgress, sendFile } from "./model/send-file.ts";

export interface ImportResult {
  readonly finished: CallAnswer<"finishImport">;
  /** All rejected lines; `rejected` holds the first ones. */
  readonly rejectedCount: number;
  readonly rejected: readonly RejectedLine[];
}

export interface RunState {
  readonly progress: SendingProgress;
  readonly bytesPerSecond: number | null;
  readonly readingsPerSecond: number | null;
  readonly remainingMs: number | null;
}

interface ImportRun extends RunState {
  readonly isPaused: boolean;
  /** Why the import has stopped; null if it has not. */
  readonly failure: string | null;
  readonly result: ImportResult | null;
  pause(): void;
  /** Continues after a pause or a failure. */
  resume(): void;
}

const atStart: RunState = {
  progress: { fileBytes: 0, received: null, rejected: 0, isCatchingUp: false, fault: null },
  bytesPerSecond: null,
  readingsPerSecond: null,
  remainingMs: null,
};

/** Sends the file while the page is open. */
export function useImportRun(file: File, kept: KeptImport): ImportRun {
  const gate = useRef(new Gate());
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState(atStart);
  const [isPaused, setIsPaused] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [result, setResult] = useState<ImportResult | null>(null);
  const paces = useRef({ bytes: new Pace(), readings: new Pace() });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt starts over after a failure.
  useEffect(() => {
    const own = new Gate();
    gate.current = own;
    paces.current = { bytes: new Pace(), readings: new Pace() };
    const onProgress = (progress: SendingProgress) => setState(measured(paces.current, progress, file.size));
    runImport({ file, kept, gate: own, onProgress }).then(setResult, (error: unknown) => {
      if (!(error instanceof StoppedError)) setFailure(messageOf(error));
    });
    return () => own.stop();
  }, [file, kept, attempt]);
  return {
    ...state,
    isPaused,
    failure,
    result,
    pause() {
      gate.current.pause();
      setIsPaused(true);
    },
    resume() {
      paces.current.bytes.interrupt();
      paces.current.readings.interrupt();
      setIsPaused(false);
      gate.current.resume();
      if (failure === null) return;
      setFailure(null);
      setAttempt(attempt + 1);
    },
  };
}

async function runImport({
  file,
  kept: { import: uuid, plan },
  gate,
  onProgress,
}: {
  readonly file: File;
  readonly kept: KeptImport;
  readonly gate: Gate;
  readonly onProgress: (progress: SendingProgress) => void;
}): Promise<ImportResult> {
  const params = { import: uuid };
  const target: ImportTarget = {
    append: (body, uploadOffset) => call("appendToImport", { params, body, uploadOffset }),
    show: () => call("getImport", { params }),
    finish: () => call("finishImport", { params }),
  };
  const { finished, rejected } = await sendFile({
    file,
    plan,
    target,
    onProgress,
    gate: () => gate.pass(),
    wait: (ms) => gate.wait(ms),
  });
  forgetImport(plan.device);
  const refused = finished.problem_count === 0 ? [] : await locateRefused(file, plan, finished.problems);
  void refresh("showDevice", "listSensors", "listImports");
  return {
    finished,
    rejectedCount: rejected.count + finished.problem_count,
    rejected: mergeRejected(rejected.kept, refused),
  };
}

function measured(
  { bytes, readings }: { readonly bytes: Pace; readonly readings: Pace },
  progress: SendingProgress,
  fileSize: number,
): RunState {
  const { fileBytes, received, isCatchingUp, fault } = progress;
  for (const [pace, amount] of [
    [bytes, fileBytes],
    [readings, (received?.accepted ?? 0) + (received?.duplicates ?? 0)],
  ] as const) {
    if (isCatchingUp || fault !== null) pace.interrupt();
    else pace.note(amount, performance.now());
  }
  return {
    progress,
    bytesPerSecond: bytes.perSecond(),
    readingsPerSecond: readings.perSecond(),
    remainingMs: bytes.remainingMs(fileSize),
  };
}
