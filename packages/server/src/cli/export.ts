import { once } from "node:events";
import { createWriteStream, statSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  type BatteryExportFormat,
  batteryExportFormats,
  type ExportFormat,
  exportFormats,
} from "@weir/protocol/closed-sets";
import { type Command, Option } from "commander";
import { openReadingQueries } from "../installation/open-installation.ts";
import { findDevice } from "../manage/devices/find-device.ts";
import { exportBattery } from "../manage/transfer/exports/export-battery.ts";
import { exportReadings } from "../manage/transfer/exports/export-readings.ts";
import { findDeviceSources } from "../manage/transfer/exports/export-source.ts";
import { nameBatteryExport, nameReadingsExport } from "../manage/transfer/exports/name-export.ts";
import type { ReadingQueries } from "../store/reading-queries.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { flushRunningServer, readControl } from "./control-access.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { CommandFailure, usageExit, valueOrFail } from "./failure.ts";
import { printJson } from "./output.ts";
import { Progress } from "./progress.ts";
import { parseTime } from "./readings.ts";

interface ExportOptions {
  readonly device: string;
  readonly sensor?: readonly string[];
  readonly battery?: true;
  readonly from?: number;
  readonly to?: number;
  readonly format: ExportFormat;
  readonly output?: string;
  readonly json?: true;
}

export function defineExport(command: Command): void {
  command.description(
    "Write the saved readings of a device as CSV, NDJSON or Parquet, one sensor after the other, each oldest first. " +
      "A file has its name only once it is whole.",
  );
  command
    .requiredOption("--device <uuid>", "UUID of the device")
    .option("--sensor <sensors...>", "Slugs or UUIDs of sensors (default: all of the device)")
    .option("--battery", "The battery levels of the device instead of its readings (CSV or NDJSON)")
    .option("--from <time>", "From this time on: ISO 8601, UTC unless it says otherwise", parseTime)
    .option("--to <time>", "Before this time", parseTime)
    .addOption(new Option("--format <format>", "What to write").choices(exportFormats).default("csv"))
    .option(
      "-o, --output <path>",
      "File to write, or a folder, in which the file is named after the device, the sensor and the range (default: standard output)",
    );
  takeJson(takeDataFolder(command), "With --output: print what was written as JSON, for programs");
  showExamples(
    command,
    `weir export --device ${exampleUuid} -o readings.csv`,
    `weir export --device ${exampleUuid} --from 2026-06-01 -o exports/`,
    `weir export --device ${exampleUuid} --sensor temperature --from 2026-06-01 --format parquet -o june.parquet`,
    `weir export --device ${exampleUuid} --battery -o battery.csv`,
  );
  command.action(async (options: ExportOptions) => {
    const { config } = effectiveConfig(command);
    if (options.json && options.output === undefined) throw outputNeeded();
    const { output, from, to, format } = options;
    if (options.battery) {
      const batteryFormat = batteryFormatOf(options);
      await flushRunningServer(config);
      const device = await readControl(config, async (control) =>
        valueOrFail(await findDevice(control, control.db, options.device)),
      );
      const name = nameBatteryExport(device.name, { fromUs: from, toUs: to }, batteryFormat);
      const file = fileFor(output, name);
      const bytes = await writeExport(config.data, file, (queries) =>
        exportBattery(queries, { device, fromUs: from, toUs: to, format: batteryFormat }),
      );
      if (options.json) printJson({ file, format, bytes });
      return;
    }
    await flushRunningServer(config);
    const sources = await readControl(config, async (control) =>
      valueOrFail(await findDeviceSources(control, options.device, options.sensor ?? null)),
    );
    const file = fileFor(output, nameReadingsExport(sources, { fromUs: from, toUs: to }, format));
    const bytes = await writeExport(config.data, file, (queries) =>
      exportReadings(queries, { sources, fromUs: from, toUs: to, format }),
    );
    if (options.json) printJson({ file, format, sensors: sources.length, bytes });
  });
}

function batteryFormatOf({ sensor, format }: ExportOptions): BatteryExportFormat {
  if (sensor !== undefined) {
    const message =
      "--battery exports the device's battery levels, which belong to no sensor. Leave out --sensor.";
    throw new CommandFailure("bad_usage", message, usageExit);
  }
  const known = batteryExportFormats.find((each) => each === format);
  if (known !== undefined) return known;
  const message = "Battery levels are written as CSV or NDJSON. Use --format csv or --format ndjson.";
  throw new CommandFailure("bad_usage", message, usageExit);
}

/** A folder gets a file of this name. */
function fileFor(output: string | undefined, name: string): string | undefined {
  const isFolder = output !== undefined && statSync(output, { throwIfNoEntry: false })?.isDirectory();
  return isFolder ? join(output, name) : output;
}

function outputNeeded(): CommandFailure {
  const message = "--json goes with --output: standard output is where the readings are written.";
  return new CommandFailure("bad_usage", message, usageExit);
}

async function writeExport(
  dataDir: string,
  output: string | undefined,
  piecesOf: (queries: ReadingQueries) => AsyncIterable<Uint8Array>,
): Promise<number> {
  const queries = await openReadingQueries(dataDir);
  try {
    const pieces = piecesOf(queries);
    return await (output === undefined ? pour(pieces, process.stdout) : writeFile(pieces, output));
  } finally {
    await queries.close();
  }
}

async function writeFile(pieces: AsyncIterable<Uint8Array>, path: string): Promise<number> {
  const unfinished = `${path}.unfinished`;
  const file = createWriteStream(unfinished);
  try {
    await once(file, "open");
    const bytes = await pour(pieces, file);
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

async function pour(pieces: AsyncIterable<Uint8Array>, target: NodeJS.WritableStream): Promise<number> {
  const progress = new Progress();
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (!target.write(piece)) await once(target, "drain");
    progress.show(() => `${megabytes(bytes)} written`);
  }
  progress.end(`${megabytes(bytes)} written`);
  return bytes;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
