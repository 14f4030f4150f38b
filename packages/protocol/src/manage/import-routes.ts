import { z } from "zod";
import { importFormats, importModes, importStates } from "../closed-sets.ts";
import { defineRoutes } from "./route.ts";

/** Bytes that one part of an upload may have. */
export const importPartBytesMax = 8 * 1024 * 1024;

const columnName = z.string().min(1).max(100);

export const importMapping = z
  .strictObject({
    device: columnName,
    sensor: columnName,
    at: columnName,
    value: columnName,
    metadata: columnName,
    received_at: columnName,
    device_at: columnName,
  })
  .partial()
  .meta({ id: "ImportMapping" })
  .describe("Names of columns (CSV) or keys (NDJSON) that differ from those in an export.");

const format = z.enum(importFormats);
const mode = z
  .enum(importModes)
  .describe(
    "`chain`: run through the chain of its sensor, as if it had just arrived with its own time. `store`: saved as is, with the times in `received_at` and `device_at` if a line has them.",
  );

const newImport = z.strictObject({
  format,
  mode,
  device: z.uuid().optional().describe("The device of all lines. Default: each line names its device."),
  sensor: z.string().min(1).max(64).optional().describe("Slug or UUID of the sensor of all lines."),
  mapping: importMapping.optional(),
  file_key: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe(
      "Identifies the file, for example by its hash. An open import of the account with the same key is continued instead of starting a new one.",
    ),
});

const readingImport = z
  .object({
    uuid: z.uuid(),
    format,
    mode,
    state: z.enum(importStates),
    device: z.string().nullable(),
    sensor: z.string().nullable(),
    received_bytes: z.number().int().describe("Where the next part starts."),
    lines: z.number().int(),
    accepted: z.number().int(),
    duplicates: z
      .number()
      .int()
      .describe(
        "Readings that were not imported, because they were stored already (mode `store`) or sent already (mode `chain`), or are twice in the file.",
      ),
    problem_count: z.number().int(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: "Import" });

const importWithProblems = readingImport
  .extend({
    problems: z
      .array(z.object({ line: z.number().int(), reason: z.string() }))
      .describe("The first 1,000 problems, by line."),
  })
  .meta({ id: "ImportWithProblems" });

const route = { access: "editor", scope: "readings:write" } as const;

export const importRoutes = defineRoutes("Imports", {
  listImports: {
    ...route,
    method: "GET",
    path: "/accounts/{account}/imports",
    summary: "List the imports of the account, the newest first",
    access: "viewer",
    scope: "readings:read",
    answer: z.object({ items: z.array(readingImport) }),
  },
  createImport: {
    ...route,
    method: "POST",
    path: "/accounts/{account}/imports",
    summary: "Start an import of readings",
    description:
      "Send the file in parts with PATCH, then finish. After an interruption, GET shows where to continue.",
    body: newImport,
    status: 201,
    answer: readingImport,
  },
  getImport: {
    ...route,
    method: "GET",
    path: "/accounts/{account}/imports/{import}",
    summary: "Show how far an import has come, and which lines had problems",
    access: "viewer",
    scope: "readings:read",
    answer: importWithProblems,
  },
  appendToImport: {
    ...route,
    method: "PATCH",
    path: "/accounts/{account}/imports/{import}",
    summary: "Send the next part of the file",
    description:
      "The header `Upload-Offset` says where in the file the part starts. Lines may be cut anywhere. The answer is sent once the readings of the part are safe. A wrong offset gets 409 `wrong_offset` " +
      "with the right one in the header `Upload-Offset`. A CSV file whose first line does not name all needed columns gets 422 `bad_header`, which finishes the import. After a 503, some of the part may have been " +
      "imported: use GET to see where to continue.",
    bodyType: "bytes",
    bodyBytesMax: importPartBytesMax,
    answer: readingImport,
  },
  finishImport: {
    ...route,
    method: "POST",
    path: "/accounts/{account}/imports/{import}/finish",
    summary: "Finish an import after the whole file was sent",
    answer: importWithProblems,
  },
  cancelImport: {
    ...route,
    method: "DELETE",
    path: "/accounts/{account}/imports/{import}",
    summary: "Cancel or delete an import",
    description: "Imported readings stay.",
    answer: null,
  },
});
