import { once } from "node:events";
import { createWriteStream, statSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { batteryExportFormats, type ExportFormat, exportFormats } from "@weir/protocol/closed-sets";
import { type Command, Option } from "commander";
import { answerPieces } from "./client/answer-pieces.ts";
import type { ItemOf } from "./client/api-client.ts";
import { type ApiOptions, takeApiOptions, withApi } from "./client/connect.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { CommandFailure, usageExit } from "./failure.ts";
import { printable, printJson } from "./output.ts";
import { Progress } from "./progress.ts";
import { checkRange, parseTime, timeText } from "./readings.ts";
import { formatBytes } from "./table.ts";

interface ExportOptions extends ApiOptions {
  readonly device?: string;
  readonly account?: string;
  readonly sensor?: readonly string[];
  readonly battery?: true;
  readonly from?: number;
  readonly to?: number;
  readonly format: ExportFormat;
  readonly output?: string;
}

export function defineExport(command: Command): void {
  command.description(
    "Write the saved readings of a device, or of all devices of an account, as CSV, NDJSON or Parquet, one sensor after the other, each oldest first. The file gets its name only once it is complete.",
  );
  command
    .option("--device <uuid>", "UUID of the device")
    .option("--account <name>", "All devices of this account instead (name or UUID)")
    .option("--sensor <sensors...>", "Slugs or UUIDs of sensors (default: all of the device)")
    .option("--battery", "The battery levels of the device instead of its readings (CSV or NDJSON)")
    .option("--from <time>", "From this time on: ISO 8601, in UTC unless it has an offset", parseTime)
    .option("--to <time>", "Before this time", parseTime)
    .addOption(new Option("--format <format>", "File format").choices(exportFormats).default("csv"))
    .option(
      "-o, --output <path>",
      "File to write, or a folder for a file named after the device, sensor and range (default: standard output)",
    );
  takeApiOptions(command, "With --output: print what was written as JSON, for programs");
  showExamples(
    command,
    `weir export --device ${exampleUuid} -o readings.csv`,
    `weir export --device ${exampleUuid} --from 2026-06-01 -o exports/`,
    `weir export --device ${exampleUuid} --sensor temperature --from 2026-06-01 --format parquet -o june.parquet`,
    `weir export --device ${exampleUuid} --battery -o battery.csv`,
    'weir export --account "North plant" -o exports/',
  );
  command.action(async (options: ExportOptions) => {
    if (options.json && options.output === undefined) throw outputNeeded();
    const { output, format, device } = options;
    if ((device === undefined) === (options.account === undefined)) throw oneNeeded();
    if (options.battery) refuseBatteryOf(options);
    checkRange(options);
    if (output !== undefined) checkPlace(output);
    await withApi(command, async (api) => {
      await api.awaitAccepted();
      const range = { from: timeText(options.from), to: timeText(options.to), format };
      if (device === undefined) {
        const { uuid: account } = await api.accountFor(options.account);
        const answer = await api.open("exportReadings", { params: { account }, query: range });
        const written = await writeAnswer(answer, output);
        if (options.json) printJson({ ...written, format });
        return;
      }
      const { params } = await api.placeOfDevice(device);
      if (options.battery) {
        const written = await writeAnswer(
          await api.open("exportBatteryLevels", { params, query: range }),
          output,
        );
        if (options.json) printJson({ ...written, format });
        return;
      }
      const query = { ...range, sensors: options.sensor?.join(",") };
      const written = await writeAnswer(await api.open("exportDeviceReadings", { params, query }), output);
      if (!options.json) return;
      const sensors = chosenOf(await api.items("listSensors", { params }), options.sensor);
      printJson({ ...written, format, sensors: sensors.length });
    });
  });
}

function oneNeeded(): CommandFailure {
  return new CommandFailure("bad_usage", "Give either --device or --account.", usageExit);
}

function refuseBatteryOf({ sensor, format }: ExportOptions): void {
  if (sensor !== undefined) {
    const message =
      "--battery exports the device's battery levels, which belong to no sensor. Leave out --sensor.";
    throw new CommandFailure("bad_usage", message, usageExit);
  }
  if (batteryExportFormats.some((each) => each === format)) return;
  const message = "Battery levels are written as CSV or NDJSON. Use --format csv or --format ndjson.";
  throw new CommandFailure("bad_usage", message, usageExit);
}

function chosenOf(sensors: readonly ItemOf<"listSensors">[], wanted: readonly string[] | undefined) {
  if (wanted === undefined) return sensors;
  return sensors.filter(({ slug, uuid }) => wanted.includes(slug) || wanted.includes(uuid));
}

function outputNeeded(): CommandFailure {
  const message =
    "--json can only be used with --output, because the readings are written to standard output.";
  return new CommandFailure("bad_usage", message, usageExit);
}

/** Checked before the server is asked, which may have to read millions of readings. */
function checkPlace(output: string): void {
  const folder = /[\\/]$/.test(output) ? output : dirname(output);
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  const message =
    found === undefined
      ? `The folder ${folder} does not exist. Create it first, or choose another with --output.`
      : `${folder} is a file, not a folder. Choose another place with --output.`;
  throw new CommandFailure("no_folder", message);
}

interface Written {
  readonly file: string | undefined;
  readonly bytes: number;
}

async function writeAnswer(answer: Response, output: string | undefined): Promise<Written> {
  const pieces = answerPieces(answer);
  if (output === undefined)
    return { file: undefined, bytes: await pour(pieces, process.stdout, "standard output") };
  const isFolder = statSync(output, { throwIfNoEntry: false })?.isDirectory() === true;
  const file = isFolder ? join(output, nameOf(answer)) : output;
  return { file, bytes: await writeFile(pieces, file) };
}

/** The file name that the server suggests, without anything that would leave the folder. */
function nameOf({ headers }: Response): string {
  const disposition = headers.get("Content-Disposition") ?? "";
  const [, extended] = /filename\*=UTF-8''([^;]+)/.exec(disposition) ?? [];
  const [, plain] = /filename="([^"]+)"/.exec(disposition) ?? [];
  return basename(extended === undefined ? (plain ?? "readings") : decodeURIComponent(extended));
}

async function writeFile(pieces: AsyncIterable<Uint8Array>, path: string): Promise<number> {
  const unfinished = `${path}.unfinished`;
  const file = createWriteStream(unfinished);
  try {
    await once(file, "open");
    const bytes = await pour(pieces, file, path);
    file.end();
    await once(file, "close");
    await rename(unfinished, path);
    return bytes;
  } catch (error) {
    file.destroy();
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** `place` names the target for people. */
async function pour(
  pieces: AsyncIterable<Uint8Array>,
  target: NodeJS.WritableStream,
  place: string,
): Promise<number> {
  const progress = new Progress();
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (!target.write(piece)) await once(target, "drain");
    progress.show(() => `${formatBytes(bytes)} written`);
  }
  progress.end(`${formatBytes(bytes)} written to ${printable(place)}`);
  return bytes;
}
