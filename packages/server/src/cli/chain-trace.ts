import { traceMinutesDefault, traceMinutesMax } from "@weir/protocol/manage/trace-minutes";
import { type Command, InvalidArgumentError } from "commander";
import { counted } from "../platform/counted.ts";
import { type ChainOptions, takeAccountOfChain } from "./chain-command.ts";
import { followTrace } from "./chain-trace-follow.ts";
import { traceToText } from "./chain-trace-output.ts";
import { refuseSubject, type TraceSubject, traceSubject } from "./chain-trace-subject.ts";
import type { ApiClient } from "./client/api-client.ts";
import { takeApiOptions, withApi } from "./client/connect.ts";
import { exampleUuid, showExamples } from "./example.ts";
import { CommandFailure, usageExit } from "./failure.ts";
import { print, printJson } from "./output.ts";

interface TraceOptions extends ChainOptions {
  readonly device?: string;
  readonly minutes: number;
  readonly follow?: true;
  readonly show?: true;
  readonly stop?: true;
}

export function defineChainTrace(command: Command): void {
  command.description(
    "Record the path of readings through their chain. Start a trace, show its last 200 readings with the " +
      "input and output of every node, or follow readings as they arrive. A trace ends after its time, or " +
      "when the processor restarts.",
  );
  command
    .argument("[chain]", "Name or UUID of the chain; readings of all sensors that use it are recorded")
    .option("--device <uuid>", "Record the readings of this device instead, whichever chain they use")
    .option("--minutes <number>", "How long to record", parseMinutes, traceMinutesDefault)
    .option(
      "--follow",
      "Print readings as they arrive, until Ctrl-C or the end; starts a trace if none is running",
    )
    .option("--show", "Print the recorded readings")
    .option("--stop", "Stop recording; recorded readings can still be shown");
  takeApiOptions(takeAccountOfChain(command), "Print JSON; with --follow, one object per line");
  showExamples(
    command,
    'weir chain trace "Cold store"',
    'weir chain trace "Cold store" --show',
    `weir chain trace --device ${exampleUuid} --minutes 5 --follow`,
  );
  command.action(async (chain: string | undefined, options: TraceOptions) => {
    const named = { chain, device: options.device };
    refuseSubject(named);
    const run = modeOf(options);
    await withApi(command, async (api) => run(await traceSubject(api, named, options.account), options, api));
  });
}

type Mode = (subject: TraceSubject, options: TraceOptions, api: ApiClient) => Promise<void>;

function modeOf({ follow, show, stop }: TraceOptions): Mode {
  const modes: Mode[] = [];
  if (follow) modes.push(followTrace);
  if (show) modes.push(showTrace);
  if (stop) modes.push(endTrace);
  if (modes.length > 1) {
    throw new CommandFailure("usage", "Give at most one of --follow, --show and --stop.", usageExit);
  }
  return modes[0] ?? beginTrace;
}

async function beginTrace(subject: TraceSubject, { minutes, json }: TraceOptions): Promise<void> {
  const trace = await subject.start(minutes);
  if (json) printJson(trace);
  else
    print(`Recording until ${trace.until}. Add --show to see recorded readings, or --follow to follow them.`);
}

async function showTrace(subject: TraceSubject, { json }: TraceOptions, api: ApiClient): Promise<void> {
  await api.awaitAccepted();
  const trace = await subject.read();
  if (!trace.is_running && trace.seen === 0) {
    const message =
      "No trace was started since the processor started, or it ended before a reading arrived. Leave out " +
      "--show and --stop to start one.";
    throw new CommandFailure("no_trace", message);
  }
  if (json) printJson(trace);
  else print(traceToText(trace));
}

async function endTrace(subject: TraceSubject, { json }: TraceOptions): Promise<void> {
  const trace = await subject.stop();
  const { seen } = trace;
  if (json) printJson(trace);
  else print(`Stopped. ${counted(seen, "reading")} recorded. Add --show to see the latest.`);
}

function parseMinutes(text: string): number {
  const minutes = Number(text);
  if (text.trim() !== "" && minutes > 0 && minutes <= traceMinutesMax) return minutes;
  throw new InvalidArgumentError(`It must be a number above 0 and at most ${traceMinutesMax}.`);
}
