import { readFile, writeFile } from "node:fs/promises";
import type { CallAnswer } from "@weir/protocol/manage/calls";
import type { Command } from "commander";
import { counted } from "../platform/counted.ts";
import { errorCode } from "../platform/error-code.ts";
import type { AccountOptions } from "./account-options.ts";
import type { ApiClient } from "./client/api-client.ts";
import { takeApiOptions, withApi } from "./client/connect.ts";
import { DeviceTokenFile } from "./device-token-file.ts";
import { showExamples } from "./example.ts";
import { CommandFailure } from "./failure.ts";
import { print, printable, printJson } from "./output.ts";
import { Progress } from "./progress.ts";

interface ImportOptions extends AccountOptions {
  readonly dryRun?: true;
  readonly again?: true;
  readonly result?: string;
  readonly skipProblems?: true;
  readonly rest?: string;
  readonly template?: string;
}

type Preview = CallAnswer<"previewDeviceImport">;
type Import = CallAnswer<"getDeviceImport">;

const shownMax = 20;

export function defineDeviceImport(command: Command): void {
  command.description(
    "Create devices from a CSV file with a header row. Columns: name, description, group, template, sensors (temperature:°C;humidity), tags (a;b), location (52.52 13.405), place, notes and attr.NAME. " +
      "UUIDs and tokens are written to the result file. To continue an interrupted import, run the same command again.",
  );
  command
    .argument("<file>", "CSV file with one device per line")
    .option("--dry-run", "Only check the file, and create nothing")
    .option("--result <file>", "File for names, UUIDs and tokens (default: FILE with -tokens.csv)")
    .option("--template <template>", "Name or UUID of the device template of lines that name none")
    .option(
      "--skip-problems",
      "Import the lines without problems, and write the others to a file that says why",
    )
    .option("--rest <file>", "File for lines with problems (default: FILE with -rest.csv)")
    .option("--again", "Create the devices even if the same file was imported before")
    .option("--account <name>", "Name or UUID of the account (default: the oldest)");
  takeApiOptions(command);
  showExamples(
    command,
    "weir device import devices.csv --dry-run",
    "weir device import devices.csv --result tokens.csv",
    "weir device import devices.csv --skip-problems",
  );
  command.action(async (path: string, options: ImportOptions) => {
    const body = await readFile(path);
    const work = options.dryRun ? preview : importDevices;
    await withApi(command, (api) => work(api, { path, body, options }), { begins: true });
  });
}

interface Work {
  readonly path: string;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly options: ImportOptions;
}

async function preview(api: ApiClient, { body, options }: Work): Promise<void> {
  const { uuid: account } = await api.accountFor(options.account);
  const query = templateQuery(options);
  const found = await api.call("previewDeviceImport", { params: { account }, query, body });
  if (options.json) printJson(found);
  else printPreview(found);
  if (found.problem_count > 0) {
    throw new CommandFailure(
      "bad_import",
      `${counted(found.problem_count, "line has", "lines have")} problems. Nothing was created.`,
    );
  }
  if (found.limit !== null) throw new CommandFailure("over_limit", found.limit);
}

function templateQuery({ template }: ImportOptions): { template?: string } {
  return template === undefined ? {} : { template };
}

function printPreview({
  device_count,
  sensor_count,
  new_groups,
  problems,
  problem_count,
  warnings,
}: Preview): void {
  print(`${counted(device_count, "device")} with ${counted(sensor_count, "sensor")} can be created.`);
  if (new_groups.length > 0) print(`New groups: ${new_groups.map(printable).join(", ")}`);
  for (const { line, message } of warnings.slice(0, shownMax))
    print(`  line ${line}: warning: ${printable(message)}`);
  for (const { line, message } of problems.slice(0, shownMax)) print(`  line ${line}: ${printable(message)}`);
  if (problem_count > shownMax) print(`  … and ${problem_count - shownMax} more; --json lists them.`);
}

async function importDevices(api: ApiClient, { path, body, options }: Work): Promise<void> {
  const { uuid: account } = await api.accountFor(options.account);
  const rest = options.skipProblems ? await writeRest(api, account, { path, body, options }) : null;
  const query = {
    ...templateQuery(options),
    ...(options.again ? { run: crypto.randomUUID() } : {}),
    ...(rest === null ? {} : { skip_problems: rest.count }),
  };
  const begun = await api.call("createDeviceImport", { params: { account }, query, body });
  if (begun.state === "finished") {
    const advice = "Nothing was created. Use --again to create its devices once more.";
    throw new CommandFailure("import_finished", `This file was already imported. ${advice}`);
  }
  const resultPath = options.result ?? `${path.replace(/\.csv$/i, "")}-tokens.csv`;
  await using result = await DeviceTokenFile.open(resultPath, { isNew: begun.created_count === 0 });
  const finished = await createAll(api, { account, import: begun.uuid }, begun, result);
  const { device_count: created } = finished;
  if (options.json) {
    printJson({ ...finished, result: resultPath, rest: rest?.path ?? null, skipped_count: rest?.count ?? 0 });
    return;
  }
  print(
    `${counted(created, "device was created. Its UUID and token are", "devices were created. Their UUIDs and tokens are")} in ${resultPath}.`,
  );
  if (rest !== null) {
    const skipped = counted(rest.count, "line was skipped. It is", "lines were skipped. They are");
    print(`${skipped} in ${rest.path}, with the reasons. Correct that file and import it.`);
  }
}

interface Rest {
  readonly path: string;
  readonly count: number;
}

/** Writes the lines with problems to a file before anything is created. Null if there are none. */
async function writeRest(api: ApiClient, account: string, work: Work): Promise<Rest | null> {
  const { body, options } = work;
  const query = templateQuery(options);
  const found = await api.call("listProblemLines", { params: { account }, query, body });
  if (found.problem_count === 0) return null;
  const path = options.rest ?? `${work.path.replace(/\.csv$/i, "")}-rest.csv`;
  await writeFile(path, found.csv, { flag: "wx" }).catch(async (error) => {
    if (errorCode(error) !== "EEXIST") throw error;
    // The command that was interrupted has written the same.
    if ((await readFile(path, "utf8")) === found.csv) return;
    throw new CommandFailure("file_exists", `${path} already exists. Choose another file with --rest.`);
  });
  return { path, count: found.problem_count };
}

async function createAll(
  api: ApiClient,
  params: { readonly account: string; readonly import: string },
  begun: Import,
  result: DeviceTokenFile,
): Promise<Import> {
  const progress = new Progress();
  if (begun.created_count > 0) progress.end(`Continuing after ${counted(begun.created_count, "device")}`);
  // Devices that were created before are answered again: the file may lack the last of them.
  for (let offset = 0; offset < begun.device_count; ) {
    const made = await api.call("continueDeviceImport", { params, body: { offset } });
    await result.add(made.devices);
    offset = made.next_offset;
    progress.show(() => `${offset} of ${counted(begun.device_count, "device")}`);
  }
  progress.end(counted(begun.device_count, "device"));
  return api.call("finishDeviceImport", { params });
}
