import type { ImportMode } from "@weir/protocol/closed-sets";
import {
  type ImportedReadings,
  type ImportSink,
  ImportUnavailableError,
  type TakenReadings,
} from "../../manage/transfer/imports/import-sink.ts";
import { askServer } from "./control-socket.ts";

/** What a command asks of the running server; it answers with TakenReadings. */
export interface ImportRequest {
  readonly kind: "import readings";
  readonly mode: ImportMode;
  readonly readings: ImportedReadings;
}

/** In the server, whose own the queue is. Null where a command asks for something else. */
export function takeImportRequest(sink: ImportSink, request: unknown): Promise<TakenReadings> | null {
  const { kind, mode, readings } = request as ImportRequest;
  return kind === "import readings" ? sink.take(mode, readings) : null;
}

/** The sink of commands: the server that runs on the same data folder. Rejects with ServerNotRunningError without one. */
export function serverSink(dataDir: string, aheadMaxMs: number): ImportSink {
  return {
    aheadMaxMs,
    async take(mode, readings) {
      const request: ImportRequest = { kind: "import readings", mode, readings };
      const answer = await askServer(dataDir, request);
      const { accepted, duplicates } = (answer ?? {}) as { accepted?: unknown; duplicates?: unknown };
      // Readings count as taken only when the server says so of every one of them.
      if (typeof accepted !== "number" || typeof duplicates !== "number") throw notTaken();
      if (accepted + duplicates !== readings.values.length) throw notTaken();
      return { accepted, duplicates };
    },
  };
}

function notTaken(): ImportUnavailableError {
  return new ImportUnavailableError(
    "The running server did not take the readings. Is it of the same version?",
  );
}
