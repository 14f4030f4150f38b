import { type FileHandle, open, realpath } from "node:fs/promises";
import { hostname } from "node:os";
import { type ImportFormat, type ImportMode, importFormats, importModes } from "@weir/protocol/closed-sets";
import type { CallAnswer } from "@weir/protocol/manage/calls";
import { importMapping } from "@weir/protocol/manage/import-routes";
import { type Command, InvalidArgumentError, Option } from "commander";
import { counted } from "../platform/counted.ts";
import { errorCode } from "../platform/error-code.ts";
import { reasonOf } from "../platform/log.ts";
import type { ApiClient } from "./client/api-client.ts";
import { type ApiOptions, takeApiOptions, withApi } from "./client/connect.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { CommandFailure } from "./failure.ts";
import { print, printable, printJson } from "./output.ts";
import { Progress } from "./progress.ts";

interface ImportOptions extends ApiOptions {
  readonly format: ImportFormat;
  readonly mode: ImportMode;
  readonly device?: string;
  readonly sensor?: string;
  readonly column?: Record<string, string>;
  readonly account?: string;
}

type Import = CallAnswer<"appendToImport">;
type FinishedImport = CallAnswer<"finishImport">;

/** At most this much is sent again after an interruption. */
const partBytes = 1024 * 1024;
const shownProblemsMax = 20;
const columns = Object.keys(importMapping.shape);

export function defineImport(command: Command): void {
  command.description(
    "Import readings from a CSV or NDJSON file, as weir export writes them, through the running server. To continue an interrupted import, run the same command again with the same file and options.",
  );
  command
    .argument("<file>", "File to import")
    .addOption(new Option("--format <format>", "File format").choices(importFormats).default("csv"))
    .addOption(
      new Option(
        "--mode <mode>",
        "chain: run through the chains of the sensors, as if sent now; store: save as is",
      )
        .choices(importModes)
        .makeOptionMandatory(),
    )
    .option("--device <uuid>", "Device of all lines (default: each line names its device)")
    .option("--sensor <sensor>", "With --device: slug or UUID of the sensor of all lines")
    .option("--column <names...>", "Names of columns in the file, such as at=Time value=Reading", parseColumn)
    .option("--account <name>", "Name or UUID of the account (default: the oldest)");
  takeApiOptions(command);
  showExamples(
    command,
    "weir import readings.csv --mode store",
    `weir import old.csv --mode chain --device ${exampleUuid} --sensor temperature --column at=Time value=T`,
  );
  command.action(async (path: string, options: ImportOptions) => {
    await using file = await open(path);
    const result = await withApi(command, (api) => importFile(api, file, path, options));
    if (options.json) printJson(result);
    else printResult(result);
  });
}

async function importFile(
  api: ApiClient,
  file: FileHandle,
  path: string,
  options: ImportOptions,
): Promise<FinishedImport> {
  const { format, mode, device, sensor, column } = options;
  const { uuid: account } = await api.accountFor(options.account);
  const body = { format, mode, device, sensor, mapping: column, file_key: await keyOf(file, path, options) };
  const begun = await api.call("createImport", { params: { account }, body });
  try {
    return await sendFile(api, file, { account, import: begun.uuid }, begun);
  } catch (error) {
    if (error instanceof CommandFailure && !passingCodes.includes(error.code)) throw error;
    const advice = "Imported readings are safe. Run the same command again to continue.";
    throw new CommandFailure(
      "import_interrupted",
      `The import was interrupted: ${reasonOf(error)} ${advice}`,
    );
  }
}

/** Faults that the server or the connection may recover from. */
const passingCodes = ["import_unavailable", "server_error", "unreachable"];

async function sendFile(
  api: ApiClient,
  file: FileHandle,
  params: { readonly account: string; readonly import: string },
  begun: Import,
): Promise<FinishedImport> {
  const progress = new Progress();
  const { size } = await file.stat();
  const part = new Uint8Array(partBytes);
  let sent = begun;
  if (begun.received_bytes > 0) progress.end(`Continuing at ${percent(begun, size)}`);
  for (;;) {
    const uploadOffset = sent.received_bytes;
    const { bytesRead } = await file.read(part, 0, partBytes, uploadOffset);
    if (bytesRead === 0) break;
    const body = part.subarray(0, bytesRead);
    sent = await api.call("appendToImport", { params, body, uploadOffset }).catch((error) => {
      // The server was still processing a part that an interrupted command had sent.
      if (errorCode(error) !== "wrong_offset") throw error;
      return api.call("getImport", { params });
    });
    progress.show(() => `${percent(sent, size)}, ${counted(sent.accepted, "reading")}`);
  }
  const finished = await api.call("finishImport", { params });
  progress.end(`${counted(finished.lines, "line")} read`);
  return finished;
}

/** The same file with the same options is the same import. It is hashed, because paths are private. */
async function keyOf(file: FileHandle, path: string, options: ImportOptions): Promise<string> {
  const { size, mtimeMs } = await file.stat();
  const { format, mode, device, sensor, column } = options;
  const what = [hostname(), await realpath(path), size, mtimeMs, format, mode, device, sensor, column];
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(what)).digest("hex");
}

function percent({ received_bytes }: Import, size: number): string {
  return `${size === 0 ? 100 : Math.floor((received_bytes / size) * 100)} %`;
}

function parseColumn(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [column, ...name] = text.split("=");
  if (columns.includes(column!) && name.join("=") !== "") return { ...before, [column!]: name.join("=") };
  throw new InvalidArgumentError(
    `It must have the form COLUMN=NAME, with one of ${columns.join(", ")} and the name in the file.`,
  );
}

function printResult({ accepted, duplicates, problem_count, problems }: FinishedImport): void {
  print(
    `${counted(accepted, "reading")} imported, ${counted(duplicates, "duplicate")}, ${counted(problem_count, "line")} with problems.`,
  );
  for (const { line, reason } of problems.slice(0, shownProblemsMax))
    print(`  line ${line}: ${printable(reason)}`);
  if (problem_count > shownProblemsMax)
    print(`  … and ${problem_count - shownProblemsMax} more; --json lists them.`);
}
