import type { Bus } from "../../bus/bus.ts";
import type { Answers, IngestQuestion } from "../../bus/messages.ts";
import { type ImportSink, ImportUnavailableError } from "../../manage/core/import-sink.ts";

/** Temporary faults: ingest or the processor is being restarted or very busy, or the queue could not be written. */
const passingCodes = ["import_unavailable", "ingest_unavailable", "ingest_timeout"];

type ImportQuestion = Extract<IngestQuestion, { kind: "import readings" }>;

/** The sink of the manage role. Ingest takes imported readings, because it owns the queue. */
export function openForwardedImports(bus: Pick<Bus, "ask">, aheadMaxMs: number): ImportSink {
  const ask = async (question: ImportQuestion): Promise<Answers["import readings"]> => {
    try {
      return await bus.ask("ingest", question);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && passingCodes.includes(String(error.code))))
        throw error;
      throw new ImportUnavailableError(error.message, { cause: error });
    }
  };
  return {
    aheadMaxMs,
    async take(mode, readings) {
      const answer = await ask({ kind: "import readings", mode, readings });
      if (!("refused" in answer)) return answer;
      throw new ImportUnavailableError(answer.refused, { limit: answer.limit });
    },
  };
}
