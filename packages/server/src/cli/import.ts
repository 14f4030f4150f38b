import { type FileHandle, open, realpath } from "node:fs/promises";
import { importFormats, importModes } from "@weir/protocol/closed-sets";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { Config } from "../config/settings.ts";
import { type ControlStore, withinAccount } from "../control/control-store.ts";
import { type ImportRecord, importProblems, type LineProblem } from "../control/imports/imports.ts";
import { serverSink } from "../installation/embedded/server-sink.ts";
import { accountFor, findAccount } from "../manage/accounts/accounts.ts";
import { appendPart, finishImport } from "../manage/transfer/imports/append-part.ts";
import type { ImportSink } from "../manage/transfer/imports/import-sink.ts";
import { createImport, type NewImport } from "../manage/transfer/imports/imports.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { changeControl } from "./control-access.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { CommandFailure, codeOf, valueOrFail } from "./failure.ts";
import { print, printable, printJson } from "./output.ts";
import { Progress } from "./progress.ts";

interface ImportOptions extends Pick<NewImport, "format" | "mode" | "device" | "sensor"> {
  readonly column?: Record<string, string>;
  readonly account?: string;
  readonly json?: true;
}

const partBytes = 4 * 1024 * 1024;
const shownProblemsMax = 20;
const columns = ["device", "sensor", "at", "value", "metadata", "received_at", "device_at"];

export function defineImport(command: Command): void {
  command.description(
    "Import readings from a CSV or NDJSON file, as weir export writes them, through the running server. A command that " +
      "was interrupted goes on where it stopped when it is run again with the same file and options.",
  );
  command
    .argument("<file>", "The file to read")
    .addOption(new Option("--format <format>", "What the file is").choices(importFormats).default("csv"))
    .addOption(
      new Option(
        "--mode <mode>",
        "chain: through the chains of the sensors, as if sent now; store: saved as it is",
      )
        .choices(importModes)
        .makeOptionMandatory(),
    )
    .option("--device <uuid>", "The device of all lines (default: each names its own)")
    .option("--sensor <sensor>", "Slug or UUID of the sensor of all lines, with --device")
    .option("--column <names...>", "Columns with other names, as in at=Time value=Reading", parseColumn)
    .option("--account <name>", "Name or UUID of the account (default: the oldest)");
  takeJson(takeDataFolder(command));
  showExamples(
    command,
    "weir import readings.csv --mode store",
    `weir import old.csv --mode chain --device ${exampleUuid} --sensor temperature --column at=Time value=T`,
  );
  command.action(async (path: string, options: ImportOptions) => {
    const { config } = effectiveConfig(command);
    const result = await changeControl(config, (store) => importFile(store, config, path, options));
    printResult(result, options.json === true);
  });
}

interface FileImport {
  readonly record: ImportRecord;
  readonly problems: readonly LineProblem[];
}

async function importFile(
  store: ControlStore,
  config: Config,
  path: string,
  options: ImportOptions,
): Promise<FileImport> {
  const { format, mode, device, sensor, column, account } = options;
  const named = account === undefined ? accountFor(store) : findAccount(store, account);
  const { id: accountId } = valueOrFail(await named);
  await using file = await open(path);
  const fileKey = await keyOf(file, path, options);
  const wanted = { accountId, format, mode, device, sensor, mapping: column, fileKey };
  const within = withinAccount(store, accountId);
  const begun = valueOrFail(await createImport(within, wanted));
  try {
    const record = await sendFile(
      within,
      serverSink(config.data, config.clockToleranceS * 1000),
      file,
      begun,
    );
    return { record, problems: await importProblems(within, record.id) };
  } catch (error) {
    if (codeOf(error) === "server_not_running" || error instanceof CommandFailure) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const advice = "What was imported is safe; run the same command again to go on.";
    throw new CommandFailure("import_interrupted", `The import was interrupted: ${reason} ${advice}`);
  }
}

async function sendFile(
  store: ControlStore,
  sink: ImportSink,
  file: FileHandle,
  begun: ImportRecord,
): Promise<ImportRecord> {
  const progress = new Progress();
  const { size } = await file.stat();
  const { uuid } = begun;
  const part = Buffer.alloc(partBytes);
  let record = begun;
  if (begun.receivedBytes > 0) progress.end(`Going on at ${percent(begun, size)}`);
  for (;;) {
    const offset = record.receivedBytes;
    const { bytesRead } = await file.read(part, 0, partBytes, offset);
    if (bytesRead === 0) break;
    const bytes = part.subarray(0, bytesRead);
    record = valueOrFail(await appendPart(store, sink, { uuid, offset, bytes }));
    progress.show(() => `${percent(record, size)}, ${record.accepted} readings`);
  }
  record = valueOrFail(await finishImport(store, sink, uuid));
  progress.end(`${record.lines} lines read`);
  return record;
}

/** The same file with the same options is the same import. Hashed, because paths are nobody else's business. */
async function keyOf(file: FileHandle, path: string, options: ImportOptions): Promise<string> {
  const { size, mtimeMs } = await file.stat();
  const { format, mode, device, sensor, column } = options;
  const what = [await realpath(path), size, mtimeMs, format, mode, device, sensor, column];
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(what)).digest("hex");
}

function percent({ receivedBytes }: ImportRecord, size: number): string {
  return `${size === 0 ? 100 : Math.floor((receivedBytes / size) * 100)} %`;
}

function parseColumn(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [column, ...name] = text.split("=");
  if (columns.includes(column!) && name.join("=") !== "") return { ...before, [column!]: name.join("=") };
  throw new InvalidArgumentError(`It must be one of ${columns.join(", ")}, =, and the name in the file.`);
}

function printResult({ record, problems }: FileImport, asJson: boolean): void {
  const { uuid, lines, accepted, duplicates, problemCount } = record;
  if (asJson) {
    printJson({ uuid, lines, accepted, duplicates, problem_count: problemCount, problems });
    return;
  }
  print(`${accepted} readings imported, ${duplicates} duplicates, ${problemCount} lines with problems.`);
  for (const { line, reason } of problems.slice(0, shownProblemsMax))
    print(`  line ${line}: ${printable(reason)}`);
  if (problemCount > shownProblemsMax)
    print(`  … and ${problemCount - shownProblemsMax} more; --json lists them.`);
}
