import { type Command, InvalidArgumentError } from "commander";
import {
  readTrace,
  startTrace,
  stopTrace,
  type Trace,
  type TraceSubject,
  type TraceWriter,
  traceMinutesDefault,
  traceMinutesMax,
} from "../manage/chains/traces/traces.ts";
import { changeChains, takeAccountOfChain } from "./chain-scope.ts";
import { followTrace } from "./chain-trace-follow.ts";
import { traceToJson, traceToText } from "./chain-trace-output.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { flushRunningServer } from "./control-access.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { CommandFailure, usageExit, valueOrFail } from "./failure.ts";
import { print, printJson } from "./output.ts";
import { formatMs } from "./record-output.ts";
import { askProcessor, type RecordOptions } from "./record-scope.ts";

export interface TraceOptions extends RecordOptions {
  readonly device?: string;
  readonly minutes: number;
  readonly follow?: true;
  readonly show?: true;
  readonly stop?: true;
}

export function defineChainTrace(command: Command): void {
  command.description(
    "Watch the way of readings through their chain: switch it on, look at the last 200 readings with what went in " +
      "and out of every node, or follow them as they come. It ends by itself, and when the processor restarts.",
  );
  command
    .argument("[chain]", "Name or UUID of the chain; readings of the sensors it applies to are watched")
    .option("--device <uuid>", "Watch the readings of this device instead, whatever their chain")
    .option("--minutes <number>", "How long to watch", parseMinutes, traceMinutesDefault)
    .option(
      "--follow",
      "Print readings as they come, until Ctrl-C or the end; switches it on where it is off",
    )
    .option("--show", "Print what was caught")
    .option("--stop", "Stop watching; what was caught can still be shown");
  takeJson(takeDataFolder(takeAccountOfChain(command)), "Print JSON; with --follow, one object a line");
  showExamples(
    command,
    'weir chain trace "Cold store"',
    'weir chain trace "Cold store" --show',
    `weir chain trace --device ${exampleUuid} --minutes 5 --follow`,
  );
  command.action(async (chain: string | undefined, options: TraceOptions) => {
    const { config } = effectiveConfig(command);
    const subject = subjectOf(chain, options);
    const run = modeOf(options);
    await changeChains(config, options, (control) =>
      run({ control, ask: askProcessor(config), flush: () => flushRunningServer(config) }, subject, options),
    );
  });
}

type Mode = (access: CommandAccess, subject: TraceSubject, options: TraceOptions) => Promise<void>;

interface CommandAccess extends TraceWriter {
  /** Brings what was accepted so far through its chain. */
  flush(): Promise<void>;
}

function subjectOf(chain: string | undefined, { device }: TraceOptions): TraceSubject {
  if (chain !== undefined && device === undefined) return { chain };
  if (device !== undefined && chain === undefined) return { device };
  throw new CommandFailure("usage", "Name either a chain, or a device with --device.", usageExit);
}

function modeOf({ follow, show, stop }: TraceOptions): Mode {
  const modes: Mode[] = [];
  if (follow) modes.push((access, subject, options) => followTrace(access, subject, options));
  if (show) modes.push(showTrace);
  if (stop) modes.push(endTrace);
  if (modes.length > 1) {
    throw new CommandFailure("usage", "Give one of --follow, --show and --stop, or none.", usageExit);
  }
  return modes[0] ?? beginTrace;
}

async function beginTrace(
  access: CommandAccess,
  subject: TraceSubject,
  options: TraceOptions,
): Promise<void> {
  const trace = valueOrFail(await startTrace(access, subject, options.minutes));
  if (trace === null) throw new CommandFailure("request_failed", "The processor is restarting. Try again.");
  if (options.json) printJson(traceToJson(trace));
  else print(`Tracing until ${formatMs(trace.untilMs)}. Add --show to see what was caught, or --follow.`);
}

async function showTrace(access: CommandAccess, subject: TraceSubject, options: TraceOptions): Promise<void> {
  await access.flush();
  const trace = caught(valueOrFail(await readTrace(access, subject)));
  if (options.json) printJson(traceToJson(trace));
  else print(traceToText(trace));
}

async function endTrace(access: CommandAccess, subject: TraceSubject, options: TraceOptions): Promise<void> {
  const { seen } = caught(valueOrFail(await stopTrace(access, subject)));
  if (options.json) printJson({ running: false, seen });
  else print(`Stopped. ${seen} reading${seen === 1 ? "" : "s"} came by; add --show to see the last of them.`);
}

function caught(trace: Trace | null): Trace {
  if (trace !== null) return trace;
  const message =
    "No trace was switched on here since the processor started. Without --show and --stop, one begins.";
  throw new CommandFailure("no_trace", message);
}

function parseMinutes(text: string): number {
  const minutes = Number(text);
  if (text.trim() !== "" && minutes > 0 && minutes <= traceMinutesMax) return minutes;
  throw new InvalidArgumentError(`It must be a number above 0, and at most ${traceMinutesMax}.`);
}
