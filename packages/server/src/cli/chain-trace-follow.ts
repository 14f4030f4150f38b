import {
  readTrace,
  startTrace,
  type Trace,
  type TraceSubject,
  type TraceWriter,
} from "../manage/chains/traces/traces.ts";
import { stringify } from "../platform/raw-json.ts";
import { isRunning, runToJson, runToText } from "./chain-trace-output.ts";
import { CommandFailure, valueOrFail } from "./failure.ts";
import { printLines } from "./output.ts";
import { formatMs } from "./record-output.ts";

export interface FollowOptions {
  readonly minutes: number;
  readonly json?: true;
}

/** How often the processor is asked for more. */
const pollMs = 250;

/** Prints readings as they come by, until the trace ends. What is said beside them goes to standard error. */
export async function followTrace(
  access: TraceWriter,
  subject: TraceSubject,
  options: FollowOptions,
): Promise<void> {
  let shown = await beginning(access, subject, options.minutes);
  process.stderr.write(`Tracing until ${formatMs(shown.untilMs)}. Ctrl-C ends the list.\n`);
  for (;;) {
    const trace = present(valueOrFail(await readTrace(access, subject)));
    await printNew(shown, trace, options);
    if (!isRunning(trace)) break;
    shown = trace;
    await Bun.sleep(pollMs);
  }
  process.stderr.write("The trace has ended.\n");
}

/** One that runs is joined where it is; only what comes from now on is printed. */
async function beginning(access: TraceWriter, subject: TraceSubject, minutes: number): Promise<Trace> {
  const current = valueOrFail(await readTrace(access, subject));
  if (current !== null && isRunning(current)) return current;
  return present(valueOrFail(await startTrace(access, subject, minutes)));
}

function present(trace: Trace | null): Trace {
  if (trace !== null) return trace;
  throw new CommandFailure("trace_lost", "The processor has restarted, and with that the trace has ended.");
}

async function printNew(before: Trace, { seen, runs }: Trace, { json }: FollowOptions): Promise<void> {
  // Somebody may have begun it anew, and it counts from zero again.
  const fresh = seen < before.seen ? seen : seen - before.seen;
  const shown = fresh === 0 ? [] : runs.slice(-fresh);
  if (fresh > shown.length) {
    process.stderr.write(`${fresh - shown.length} readings came by too fast to be shown.\n`);
  }
  await printLines(shown.map((run) => (json ? stringify(runToJson(run)) : `${runToText(run)}\n`)));
}
