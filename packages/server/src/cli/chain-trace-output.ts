import { counted } from "../platform/counted.ts";
import type { Trace } from "./chain-trace-subject.ts";
import { metadataText } from "./metadata-text.ts";
import { printable } from "./output.ts";
import { formatLine } from "./table.ts";

type TracedReading = Trace["readings"][number];
type Step = TracedReading["steps"][number];

/** The recorded readings, and how many more arrived. */
export function traceToText({ is_running, until, seen, readings }: Trace): string {
  const state = is_running ? `The trace runs until ${until}.` : "The trace has ended.";
  const shown =
    seen === readings.length ? "" : `, of which the last ${counted(readings.length, "is", "are")} shown`;
  const summary = `${counted(seen, "reading")}${shown}.`;
  const caught = seen === 0 ? "No readings recorded yet." : summary;
  return [...readings.map(runToText), `${state} ${caught}`].join("\n\n");
}

/** A line about the reading, a line for each node with its input and output, and the reason if it failed. */
export function runToText(reading: TracedReading): string {
  const { at, device, sensor, value, metadata, outcome, chain, steps, reason } = reading;
  const heading = [
    `${at}  ${device}/${sensor.slug}  ${withMetadata(value, metadataText(metadata))}`,
    `${outcome.replace("_", " ")} by ${chain.name ?? chain.uuid}, version ${chain.version}`,
  ].join("  ");
  const rows = steps.map(stepCells);
  const widths = [0, 1, 2].map((column) =>
    Math.max(0, ...rows.map((cells) => Bun.stringWidth(cells[column]!))),
  );
  const lines = rows.map((cells) => `  ${formatLine(cells, widths)}`);
  const end = reason === null ? [] : [printable(`  ${reason}`)];
  return [printable(heading), ...lines, ...end].join("\n");
}

function stepCells({ node, in: input, output, out }: Step): string[] {
  const left =
    out === null
      ? ""
      : `→ ${withMetadata(out.value, changed(metadataText(input.metadata), metadataText(out.metadata)))}`;
  // A node that hands readings on to another chain has no output.
  return [node, String(input.value), output === null ? "→ (no output)" : `→ ${output}`, left].map(printable);
}

function changed(before: string, after: string): string {
  return before === after ? "" : after || "{}";
}

function withMetadata(value: number, metadata: string): string {
  return metadata === "" ? String(value) : `${value} ${metadata}`;
}
