import { z } from "zod";
import { importStates } from "../closed-sets.ts";
import { accountParams } from "./account-params.ts";
import { deviceImportBytesMax, importedAtOnceMax } from "./device-import-limits.ts";
import { defineRoutes } from "./route.ts";
import { time } from "./time.ts";

const path = "/accounts/{account}/device-imports";
const importParams = accountParams.extend({
  import: z.string().max(100).describe("UUID of the import."),
});

const deviceImport = z
  .object({
    uuid: z.string(),
    state: z.enum(importStates),
    device_count: z.number().int().describe("How many devices the file names."),
    created_count: z.number().int().describe("How many of them exist: the first ones in the file."),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: "DeviceImport" });

const lineProblem = z.object({ line: z.number().int(), message: z.string() });

const preview = z
  .object({
    device_count: z.number().int(),
    sensor_count: z.number().int(),
    new_groups: z.array(z.string()).describe("Groups that do not exist yet and are created, too."),
    problem_count: z.number().int(),
    problems: z.array(lineProblem).describe("Why lines cannot be imported; the first 1,000."),
    warnings: z
      .array(lineProblem)
      .describe("What may be a mistake, such as a name that a device has already; the first 1,000."),
    limit: z
      .string()
      .nullable()
      .describe("The limit of the account that the devices exceed; null if they fit."),
    devices: z
      .array(
        z.object({
          line: z.number().int(),
          name: z.string(),
          group: z.string().nullable(),
          sensors: z.array(z.string()).describe("Their slugs."),
          tags: z.array(z.string()),
        }),
      )
      .describe("The first ten."),
    import: deviceImport.nullable().describe("The import of this file that was started before, if any."),
  })
  .meta({ id: "DeviceImportPreview" });

const template = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe("UUID or name of the device template of lines that name none.");

const file = { bodyType: "bytes", bodyBytesMax: deviceImportBytesMax } as const;
const route = { access: "editor", scope: "devices:write", params: accountParams } as const;

const columns =
  "The file is CSV in UTF-8 with a header row. Columns: `name` (required), `description`, `group`, `template` (UUID or name), `sensors` (slugs " +
  "separated by `;`, each with an optional unit and type: `temperature:°C;humidity:%:humidity`), `tags` (separated by `;`), " +
  "`location` (`52.52 13.405`) or `latitude` and `longitude`, `place`, `notes`, and `attr.NAME` for each attribute. A column `problem` is ignored. Values of attributes that " +
  "look like a number or boolean are stored as such, unless the column is called `attr.NAME:text`.";

export const deviceImportRoutes = defineRoutes("Device imports", {
  previewDeviceImport: {
    ...route,
    ...file,
    method: "POST",
    path: `${path}/preview`,
    summary: "Check a file of devices without creating any",
    description: columns,
    query: z.object({ template }),
    answer: preview,
  },
  listProblemLines: {
    ...route,
    ...file,
    method: "POST",
    path: `${path}/problem-lines`,
    summary: "Get the lines of a file that cannot be imported",
    description:
      "Answers CSV with the header row and these lines, after a column `problem` that says why. Correct them and import them as a file of its own; the column is ignored.",
    query: z.object({ template }),
    answer: z
      .object({ problem_count: z.number().int(), csv: z.string() })
      .meta({ id: "DeviceImportProblemLines" }),
  },
  createDeviceImport: {
    ...route,
    ...file,
    method: "POST",
    path,
    summary: "Start to create devices from a file",
    description: `${columns}\n\nNothing is created yet: call \`POST …/devices\` until all devices exist, then finish. A file with problems is refused, unless \`skip_problems\` says how many lines have some: then only the other lines are imported. If the account has an import with the same \`run\`, the answer is that import, so the same file continues where it stopped.`,
    query: z.object({
      template,
      run: z
        .string()
        .min(1)
        .max(100)
        .optional()
        .describe(
          "Identifies the import; by default a hash of the file. Another value imports the same file again.",
        ),
      skip_problems: z.coerce
        .number()
        .int()
        .min(0)
        .optional()
        .describe(
          "Imports the lines without problems, if exactly so many have some: the `problem_count` of the preview. Get the others with `POST …/problem-lines`.",
        ),
    }),
    status: 201,
    answer: deviceImport,
  },
  getDeviceImport: {
    ...route,
    access: "viewer",
    scope: "devices:read",
    method: "GET",
    path: `${path}/{import}`,
    summary: "Show how far an import of devices has come",
    params: importParams,
    answer: deviceImport,
  },
  continueDeviceImport: {
    ...route,
    method: "POST",
    path: `${path}/{import}/devices`,
    summary: "Create the next devices of the file",
    description: `Creates the devices from \`offset\` on, at most ${importedAtOnceMax}: all of them or none. If the devices at \`offset\` exist already, they are answered again and nothing is created, so a call whose answer was lost can be repeated. Tokens are answered until the import is finished.`,
    proof: true,
    params: importParams,
    body: z
      .strictObject({
        offset: z
          .number()
          .int()
          .min(0)
          .describe("How many devices of the file the caller has: 0, or the last `next_offset`."),
      })
      .meta({ id: "DeviceImportStep" }),
    answer: z
      .object({
        import: deviceImport,
        devices: z.array(z.object({ name: z.string(), uuid: z.string(), token: z.string() })),
        next_offset: z.number().int().describe("The offset of the next call, if the file has more devices."),
      })
      .meta({ id: "DeviceImportResult" }),
  },
  finishDeviceImport: {
    ...route,
    method: "POST",
    path: `${path}/{import}/finish`,
    summary: "Finish an import after the last device was created",
    description: "Deletes the stored file. Repeating it changes nothing.",
    params: importParams,
    answer: deviceImport,
  },
  cancelDeviceImport: {
    ...route,
    method: "DELETE",
    path: `${path}/{import}`,
    summary: "Cancel or forget an import of devices",
    description: "Devices that were created stay.",
    params: importParams,
    answer: null,
  },
});
