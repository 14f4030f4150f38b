import { counted } from "../platform/counted.ts";
import { stringify } from "../platform/raw-json.ts";
import { runToText } from "./chain-trace-output.ts";
import type { Trace, TraceSubject } from "./chain-trace-subject.ts";
import { CommandFailure } from "./failure.ts";
import { printLines } from "./output.ts";

interface FollowOptions {
  readonly minutes: number;
  readonly json?: true;
}

/** How often the processor is asked for more. */
const pollMs = 250;

/** Prints readings as they arrive, until the trace ends. Messages about the trace go to standard error. */
export async function followTrace(subject: TraceSubject, options: FollowOptions): Promise<void> {
  let shown = await beginning(subject, options.minutes);
  process.stderr.write(`Recording until ${shown.until}. Press Ctrl-C to stop listing.\n`);
  for (;;) {
    const trace = await subject.read();
    if (!trace.is_running && trace.seen === 0 && shown.seen > 0) {
      const message = "The trace ended because the processor restarted.";
      throw new CommandFailure("trace_lost", message);
    }
    await printNew(shown, trace, options);
    if (!trace.is_running) break;
    shown = trace;
    await Bun.sleep(pollMs);
  }
  process.stderr.write("The trace has ended.\n");
}

/**
 * Joins a running trace, of which only readings from now on are printed. All readings of a new trace are printed, also those
 * that were recorded before its answer was made.
 */
async function beginning(subject: TraceSubject, minutes: number): Promise<Trace> {
  const current = await subject.read();
  return current.is_running ? current : { ...(await subject.start(minutes)), seen: 0 };
}

async function printNew(before: Trace, { seen, readings }: Trace, { json }: FollowOptions): Promise<void> {
  // Somebody may have restarted the trace, which then counts from zero again.
  const fresh = seen < before.seen ? seen : seen - before.seen;
  const shown = fresh === 0 ? [] : readings.slice(-fresh);
  if (fresh > shown.length) {
    process.stderr.write(`${counted(fresh - shown.length, "reading")} arrived too fast to be shown.\n`);
  }
  await printLines(shown.map((reading) => (json ? stringify(reading) : `${runToText(reading)}\n`)));
}
