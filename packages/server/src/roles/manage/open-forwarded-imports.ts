import type { Bus } from "../../bus/bus.ts";
import { type ImportSink, ImportUnavailableError } from "../../manage/imports/import-sink.ts";

/** Faults that pass: ingest or the processor is being restarted or very busy, or the queue could not be written. */
const passingCodes = ["import_unavailable", "ingest_unavailable", "ingest_timeout"];

/** The sink of the manage role: imported readings are taken by ingest, whose own the queue is. */
export function openForwardedImports(bus: Pick<Bus, "ask">, aheadMaxMs: number): ImportSink {
  return {
    aheadMaxMs,
    async take(mode, readings) {
      try {
        return await bus.ask("ingest", { kind: "import readings", mode, readings });
      } catch (error) {
        if (!(error instanceof Error && "code" in error && passingCodes.includes(String(error.code))))
          throw error;
        throw new ImportUnavailableError(error.message, { cause: error });
      }
    },
  };
}
