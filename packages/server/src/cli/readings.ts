import type { reading } from "@weir/protocol/manage/reading-forms";
import { type Command, InvalidArgumentError } from "commander";
import type { z } from "zod";
import { formatMicros } from "../platform/instant.ts";
import { parseInstant } from "../platform/parse-instant.ts";
import { stringify } from "../platform/raw-json.ts";
import { chosenSensor, type Sensor } from "./chosen-sensor.ts";
import { answerPieces, firstLines, linesOf } from "./client/answer-pieces.ts";
import { type ApiOptions, takeApiOptions, withApi } from "./client/connect.ts";
import { parseExactly } from "./client/parse-exactly.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { CommandFailure, usageExit } from "./failure.ts";
import { print, printable, printLines, write } from "./output.ts";
import { formatLine } from "./table.ts";

type Reading = z.infer<typeof reading>;

interface ReadingsOptions extends ApiOptions {
  readonly device: string;
  readonly sensor: string;
  readonly from?: number;
  readonly to?: number;
  readonly limit?: number;
}

export function defineReadings(command: Command): void {
  command.description(
    "Print the saved readings of a sensor, oldest first. Prints all of them unless limited.",
  );
  command
    .requiredOption("--device <uuid>", "UUID of the device")
    .requiredOption("--sensor <sensor>", "Slug or UUID of the sensor")
    .option("--from <time>", "From this time on: ISO 8601, in UTC unless it has an offset", parseTime)
    .option("--to <time>", "Before this time", parseTime)
    .option("--limit <number>", "Print at most this many, oldest first", parseLimit);
  takeApiOptions(command, "Print one JSON object per line");
  showExamples(
    command,
    `weir readings --device ${exampleUuid} --sensor temperature`,
    `weir readings --device ${exampleUuid} --sensor temperature --from 2026-06-15 --to 2026-06-16T12:00 --json`,
  );
  command.action(async (options: ReadingsOptions) => {
    checkRange(options);
    await withApi(command, async (api) => {
      const { params } = await api.placeOfDevice(options.device);
      await api.awaitAccepted();
      const sensor = chosenSensor(await api.items("listSensors", { params }), options.sensor);
      const { from, to, limit = Number.POSITIVE_INFINITY } = options;
      const query = {
        sensors: sensor.uuid,
        from: timeText(from),
        to: timeText(to),
        format: "ndjson",
      } as const;
      const answer = await api.open("exportDeviceReadings", { params, query });
      const pieces = firstLines(answerPieces(answer), limit);
      if (options.json) for await (const piece of pieces) await write(piece);
      else await printTable(linesOf(pieces), sensor);
    });
  });
}

const tableWidths = [27, 27, 12] as const;

/** One page at a time with fixed widths, because there may be millions of lines. */
async function printTable(pages: AsyncIterable<readonly string[]>, { unit }: Sensor): Promise<void> {
  const head = formatLine(
    ["TIME", "RECEIVED", unit === null ? "VALUE" : `VALUE (${printable(unit)})`, "METADATA"],
    tableWidths,
  );
  const toLine = (line: string): string => {
    const { at, received_at, value, metadata } = parseExactly(line) as Reading;
    const metadataText = metadata === null ? "" : printable(stringify(metadata));
    return formatLine([at, received_at, String(value), metadataText], tableWidths);
  };
  let isEmpty = true;
  for await (const page of pages) {
    if (page.length === 0) continue;
    if (isEmpty) print(head);
    isEmpty = false;
    await printLines(page.map(toLine));
  }
  if (isEmpty) print("No data");
}

export function parseTime(text: string): number {
  const us = parseInstant(text);
  if (us !== null) return us;
  throw new InvalidArgumentError("It must be an ISO 8601 time, such as 2026-06-15 or 2026-06-15T12:00:00Z.");
}

/** Nobody means a range that ends before it begins. */
export function checkRange({ from, to }: { readonly from?: number; readonly to?: number }): void {
  if (from === undefined || to === undefined || from <= to) return;
  throw new CommandFailure("bad_usage", "--to must not be before --from.", usageExit);
}

/** A time of `parseTime`, as routes take it. */
export function timeText(us: number | undefined): string | undefined {
  return us === undefined ? undefined : formatMicros(us);
}

export function parseLimit(text: string): number {
  const limit = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(limit) && limit > 0) return limit;
  throw new InvalidArgumentError("It must be a whole number, 1 or more.");
}
