import { traceMinutesDefault, traceMinutesMax } from "@weir/protocol/manage/trace-minutes";
import { type Command, InvalidArgumentError } from "commander";
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
  takeApiOptions(takeAccountOfChain(command), "Print JSON; with --follow, one object a line");
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
    throw new CommandFailure("usage", "Give one of --follow, --show and --stop, or none.", usageExit);
  }
  return modes[0] ?? beginTrace;
}

async function beginTrace(subject: TraceSubject, { minutes, json }: TraceOptions): Promise<void> {
  const trace = await subject.start(minutes);
  if (json) printJson(trace);
  else print(`Tracing until ${trace.until}. Add --show to see what was caught, or --follow.`);
}

async function showTrace(subject: TraceSubject, { json }: TraceOptions, api: ApiClient): Promise<void> {
  await api.awaitAccepted();
  const trace = await subject.read();
  if (!trace.is_running && trace.seen === 0) {
    const message =
      "No trace was switched on here since the processor started, or it ended before a reading came by. " +
      "Without --show and --stop, one begins.";
    throw new CommandFailure("no_trace", message);
  }
  if (json) printJson(trace);
  else print(traceToText(trace));
}

async function endTrace(subject: TraceSubject, { json }: TraceOptions): Promise<void> {
  const trace = await subject.stop();
  const { seen } = trace;
  if (json) printJson(trace);
  else print(`Stopped. ${seen} reading${seen === 1 ? "" : "s"} came by; add --show to see the last of them.`);
}

function parseMinutes(text: string): number {
  const minutes = Number(text);
  if (text.trim() !== "" && minutes > 0 && minutes <= traceMinutesMax) return minutes;
  throw new InvalidArgumentError(`It must be a number above 0, and at most ${traceMinutesMax}.`);
}
