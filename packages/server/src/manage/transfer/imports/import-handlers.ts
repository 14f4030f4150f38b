import type { importRoutes } from "@weir/protocol/manage/import-routes";
import { fail } from "@weir/protocol/result";
import { type ImportRecord, importProblems, listImports } from "../../../control/imports/imports.ts";
import { formatMicros } from "../../../platform/instant.ts";
import type { ProblemDetails } from "../../../web/api-answer.ts";
import type { AccountContext } from "../../core/api-context.ts";
import type { HandlersOf } from "../../core/handler.ts";
import type { ImportSink } from "../../core/import-sink.ts";
import { succeed } from "../../core/manage-error.ts";
import { orUnavailable } from "../../core/or-unavailable.ts";
import { appendPart, finishImport } from "./append-part.ts";
import { findImport } from "./commit-import.ts";
import { cancelImport, createImport } from "./imports.ts";

/** `sink` gets the imported readings: the queue of the server and the store of its processor. */
export function createImportHandlers(sink: ImportSink): HandlersOf<typeof importRoutes> {
  return {
    async listImports({ control, account }) {
      const items = (await listImports(control, account.id)).map(toJson);
      return succeed({ items });
    },

    async createImport({ control, account }, { body: { file_key: fileKey, ...body } }) {
      const made = await createImport(control, { accountId: account.id, ...body, fileKey });
      return made.ok ? succeed(toJson(made.value)) : made;
    },

    async getImport({ control }, { params }) {
      const found = await findImport(control, params.import!);
      return found.ok ? succeed(await withProblems(control, found.value)) : found;
    },

    async appendToImport({ control, request }, { params, body }) {
      const offset = request.headers.get("upload-offset") ?? "";
      if (!/^\d{1,15}$/.test(offset)) return fail(badOffset);
      const part = { uuid: params.import!, offset: Number(offset), bytes: body };
      return orUnavailable(goOnLater, async () => {
        const taken = await appendPart(control, sink, part);
        return taken.ok ? succeed(toJson(taken.value)) : taken;
      });
    },

    async finishImport({ control }, { params }) {
      return orUnavailable(goOnLater, async () => {
        const finished = await finishImport(control, sink, params.import!);
        if (!finished.ok) return finished;
        return succeed(await withProblems(control, finished.value));
      });
    },

    async cancelImport({ control }, { params }) {
      const cancelled = await cancelImport(control, params.import!);
      return cancelled.ok ? succeed(null) : cancelled;
    },
  };
}

async function withProblems(control: AccountContext["control"], record: ImportRecord) {
  return { ...toJson(record), problems: await importProblems(control, record.id) };
}

function toJson(record: ImportRecord) {
  const { uuid, format, mode, state, device, sensor, lines, accepted, duplicates } = record;
  return {
    uuid,
    format,
    mode,
    state,
    device,
    sensor,
    received_bytes: record.receivedBytes,
    lines,
    accepted,
    duplicates,
    problem_count: record.problemCount,
    created_at: formatMicros(record.createdAt),
    updated_at: formatMicros(record.updatedAt),
  };
}

const badOffset: ProblemDetails = {
  status: 422,
  code: "not_valid",
  detail: "The header Upload-Offset must say where in the file the part starts.",
  errors: [{ field: "header.upload-offset", message: "It must be a whole number, 0 or more." }],
};

const goOnLater = "Request the import to see where to continue, and send the rest later.";
