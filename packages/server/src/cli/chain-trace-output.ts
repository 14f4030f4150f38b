import type { TraceStep } from "@weir/rule-engine/trace-recorder";
import type { Trace, TracedRun } from "../manage/chains/traces/traces.ts";
import { metadataToJson } from "../manage/records/record-values.ts";
import { formatMicros } from "../platform/instant.ts";
import { printable } from "./output.ts";
import { formatMs } from "./record-output.ts";
import { formatLine } from "./table.ts";

/** Stopped by hand, it has no end that means anything. */
export function isRunning({ untilMs }: Trace): boolean {
  return untilMs > Date.now();
}

/** What was caught, reading by reading, and how much more came by. */
export function traceToText(trace: Trace): string {
  const state = isRunning(trace)
    ? `The trace runs until ${formatMs(trace.untilMs)}.`
    : "The trace has ended.";
  const left = trace.seen - trace.runs.length;
  const summary =
    left === 0
      ? `${trace.seen} readings.`
      : `${trace.seen} readings, the last ${trace.runs.length} of them shown.`;
  const caught = trace.seen === 0 ? "No reading came by yet." : summary;
  return [...trace.runs.map(runToText), `${state} ${caught}`].join("\n\n");
}

/** A line about the reading, a line for each node with what came in and how it left, and the reason where it died. */
export function runToText(run: TracedRun): string {
  const { atUs, sensorSlug, deviceUuid, value, metadata, outcome, chainName, chainUuid, chainVersion } = run;
  const heading = [
    `${formatMicros(atUs)}  ${deviceUuid}/${sensorSlug}  ${withMetadata(value, metadata)}`,
    `${outcome.replace("_", " ")} by ${chainName ?? chainUuid}, version ${chainVersion}`,
  ].join("  ");
  const rows = run.steps.map(stepCells);
  const widths = [0, 1, 2].map((column) =>
    Math.max(0, ...rows.map((cells) => Bun.stringWidth(cells[column]!))),
  );
  const lines = rows.map((cells) => `  ${formatLine(cells, widths)}`);
  const end = run.reason === null ? [] : [printable(`  ${run.reason}`)];
  return [printable(heading), ...lines, ...end].join("\n");
}

function stepCells({ nodeId, input, output, result }: TraceStep): string[] {
  const left =
    result === null ? "" : `→ ${withMetadata(result.value, changed(input.metadata, result.metadata))}`;
  // A node that hands readings on to another chain has no output to leave by.
  return [nodeId, String(input.value), output === null ? "→ (no output)" : `→ ${output}`, left].map(
    printable,
  );
}

function changed(before: string, after: string): string {
  return before === after ? "" : after || "{}";
}

function withMetadata(value: number, metadata: string): string {
  return metadata === "" ? String(value) : `${value} ${metadata}`;
}

export function traceToJson(trace: Trace) {
  return {
    running: isRunning(trace),
    until: isRunning(trace) ? formatMs(trace.untilMs) : null,
    seen: trace.seen,
    readings: trace.runs.map(runToJson),
  };
}

export function runToJson(run: TracedRun) {
  return {
    at: formatMicros(run.atUs),
    value: run.value,
    metadata: metadataToJson(run.metadata),
    outcome: run.outcome,
    reason: run.reason,
    device_uuid: run.deviceUuid,
    sensor_uuid: run.sensorUuid,
    sensor: run.sensorSlug,
    chain_uuid: run.chainUuid,
    chain: run.chainName,
    version: run.chainVersion,
    steps: run.steps.map(({ nodeId, input, output, result }) => ({
      node: nodeId,
      in: { value: input.value, metadata: metadataToJson(input.metadata) },
      output,
      out: result === null ? null : { value: result.value, metadata: metadataToJson(result.metadata) },
    })),
  };
}
