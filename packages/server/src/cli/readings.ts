import { type Command, InvalidArgumentError } from "commander";
import type { Config } from "../config/settings.ts";
import type { Sensor } from "../control/sensors/sensor-records.ts";
import { openReadingQueries } from "../installation/open-installation.ts";
import { listSensors } from "../manage/sensors/sensors.ts";
import { formatMicros } from "../platform/instant.ts";
import { parseInstant } from "../platform/parse-instant.ts";
import type { RangeQuery, StoredReading } from "../store/reading-queries.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { flushRunningServer, readControl } from "./control-access.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { CommandFailure, valueOrFail } from "./failure.ts";
import { print, printable, printLines } from "./output.ts";
import { formatLine } from "./table.ts";

interface ReadingsOptions {
  readonly device: string;
  readonly sensor: string;
  readonly from?: number;
  readonly to?: number;
  readonly limit?: number;
  readonly json?: true;
}

export function defineReadings(command: Command): void {
  command.description("Print the saved readings of a sensor, oldest first: all of them, unless limited.");
  command
    .requiredOption("--device <uuid>", "UUID of the device")
    .requiredOption("--sensor <sensor>", "Slug or UUID of the sensor")
    .option("--from <time>", "From this time on: ISO 8601, UTC unless it says otherwise", parseTime)
    .option("--to <time>", "Before this time", parseTime)
    .option("--limit <number>", "At most so many, the oldest of them", parseLimit);
  takeJson(takeDataFolder(command), "Print one JSON object a line, for programs");
  showExamples(
    command,
    `weir readings --device ${exampleUuid} --sensor temperature`,
    `weir readings --device ${exampleUuid} --sensor temperature --from 2026-06-15 --to 2026-06-16T12:00 --json`,
  );
  command.action(async (options: ReadingsOptions) => {
    const { config } = effectiveConfig(command);
    await flushRunningServer(config);
    const sensor = await findSensor(config, options.device, options.sensor);
    await printReadings(config.data, sensor, options);
  });
}

async function findSensor(config: Config, deviceUuid: string, wanted: string): Promise<Sensor> {
  const sensors = await readControl(config, async (control) =>
    valueOrFail(await listSensors(control, deviceUuid)),
  );
  const found = sensors.find(({ slug, uuid }) => slug === wanted || uuid === wanted);
  if (found !== undefined) return found;
  const some = sensors.slice(0, namedSensorsMax).map(({ slug }) => slug);
  const more = sensors.length > some.length ? ", …" : "";
  const known = some.length === 0 ? "It has none." : `It has: ${some.join(", ")}${more}.`;
  throw new CommandFailure("unknown_sensor", `The device has no sensor "${wanted}". ${known}`);
}

const namedSensorsMax = 10;

async function printReadings(dataDir: string, sensor: Sensor, options: ReadingsOptions): Promise<void> {
  const { from, to, limit } = options;
  const query: RangeQuery = {
    sensorId: sensor.id,
    ...(from === undefined ? {} : { fromUs: from }),
    ...(to === undefined ? {} : { toUs: to }),
    ...(limit === undefined ? {} : { limit }),
  };
  const queries = await openReadingQueries(dataDir);
  try {
    const pages = queries.readings(query);
    if (options.json) await printJsonLines(pages);
    else await printTable(pages, sensor);
  } finally {
    await queries.close();
  }
}

async function printJsonLines(pages: AsyncIterable<readonly StoredReading[]>): Promise<void> {
  for await (const page of pages) await printLines(page.map(toJsonLine));
}

/** The metadata goes in as it was stored: taken apart and put together again, a key `__proto__` would be lost. */
function toJsonLine({ atUs, value, metadata, receivedUs, deviceUs }: StoredReading): string {
  const deviceAt = deviceUs === null ? "null" : `"${formatMicros(deviceUs)}"`;
  return (
    `{"at":"${formatMicros(atUs)}","value":${JSON.stringify(value)},"metadata":${metadata ?? "null"},` +
    `"received_at":"${formatMicros(receivedUs)}","device_at":${deviceAt}}`
  );
}

const tableWidths = [27, 27, 12] as const;

/** A page at a time, with widths known beforehand: there may be millions of lines. */
async function printTable(pages: AsyncIterable<readonly StoredReading[]>, { unit }: Sensor): Promise<void> {
  const head = formatLine(
    ["TIME", "RECEIVED", unit === null ? "VALUE" : `VALUE (${printable(unit)})`, "METADATA"],
    tableWidths,
  );
  const toLine = ({ atUs, receivedUs, value, metadata }: StoredReading): string =>
    formatLine(
      [formatMicros(atUs), formatMicros(receivedUs), String(value), printable(metadata ?? "")],
      tableWidths,
    );
  let isEmpty = true;
  for await (const page of pages) {
    if (isEmpty) print(head);
    isEmpty = false;
    await printLines(page.map(toLine));
  }
  if (isEmpty) print("No data");
}

export function parseTime(text: string): number {
  const us = parseInstant(text);
  if (us !== null) return us;
  throw new InvalidArgumentError("It must be an ISO 8601 time, as in 2026-06-15 or 2026-06-15T12:00:00Z.");
}

export function parseLimit(text: string): number {
  const limit = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(limit) && limit > 0) return limit;
  throw new InvalidArgumentError("It must be a whole number from 1.");
}
