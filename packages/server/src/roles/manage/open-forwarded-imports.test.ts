import { expect, test } from "bun:test";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import { LocalBus } from "../../bus/local/local-bus.ts";
import { type ImportSink, ImportUnavailableError, noReadings } from "../../manage/core/import-sink.ts";
import { createLog } from "../../platform/log.ts";
import { answerImport } from "../ingest/open-imports.ts";
import { openForwardedImports } from "./open-forwarded-imports.ts";

const log = createLog("error", "test", () => undefined);

/** The error with which an import in the manage role ends if ingest refuses it with `fault`. */
async function refusedWith(fault: Error): Promise<unknown> {
  using folder = tempFolder();
  await using parts = new AsyncDisposableStack();
  const open = (member: "ingest" | "manage") => {
    const bus = new LocalBus({ dataDir: folder.path, member, log });
    parts.defer(() => bus.close());
    return bus;
  };
  const sink: ImportSink = { aheadMaxMs: 0, take: () => Promise.reject(fault) };
  open("ingest").attend({
    answer: (question) =>
      question.kind === "import readings" ? answerImport(sink, question.mode, question.readings) : null,
    hear() {},
    left() {},
    joined() {},
  });
  const manage = open("manage");
  await waitUntil("the two have met", () => manage.isThere("ingest"));
  const imports = openForwardedImports(manage, 0);
  return await imports.take("chain", noReadings()).catch((error) => error);
}

test("names the limit of a refused import on the other side of the bus", async () => {
  const limit = { setting: "queue_bytes_per_account", max: 100 };
  const error = await refusedWith(new ImportUnavailableError("Too much waits.", { limit }));
  expect(error).toBeInstanceOf(ImportUnavailableError);
  expect(error).toMatchObject({ message: "Too much waits.", limit });
});

test("lets an import that found no room be tried again, and names no limit", async () => {
  const error = await refusedWith(new ImportUnavailableError("The queue is full."));
  expect(error).toBeInstanceOf(ImportUnavailableError);
  expect(error).toMatchObject({ message: "The queue is full.", limit: null });
});
