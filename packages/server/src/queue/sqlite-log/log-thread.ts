/**
 * The queue thread: it owns the log file, because an fsync must not block the listener. Messages are processed in
 * order. A write that finds no space is reported as lost and the thread continues. Any other I/O error is fatal,
 * because after a failed fsync the contents of the disk are unknown, and a second fsync would wrongly succeed.
 */

import { SQLiteError } from "bun:sqlite";
import { errorCode } from "../../platform/error-code.ts";
import { type AppendOrder, AppendOrderTaker } from "./append-orders.ts";
import type { FromLogThread, ToLogThread } from "./log-messages.ts";
import { LogWriter } from "./log-writer.ts";
import { isOutOfSpace } from "./out-of-space.ts";

declare const self: Worker;

let writer: LogWriter | undefined;
let orders: AppendOrderTaker;
const spaces: SharedArrayBuffer[] = [];
/** Counters to write with the next append. */
let counters: [string, number][] = [];

self.onmessage = (event: MessageEvent<ToLogThread>) => {
  const message = event.data;
  if (message.kind === "open") return open(message);
  if (writer === undefined) throw new Error("The log thread was used before it was opened.");
  orders.noteMessage();
  switch (message.kind) {
    case "space":
      spaces[message.space] = message.memory;
      return;
    case "counters":
      counters = message.counters;
      return;
    case "append":
      return appendOrdered(writer);
    case "probe":
      return probe(writer);
    case "settled":
      return writer.settled(message.sequence);
    case "close":
      writer.close();
      return answer({ kind: "closed" });
  }
};

function open(message: Extract<ToLogThread, { kind: "open" }>): void {
  try {
    orders = new AppendOrderTaker(message.orders);
    writer = new LogWriter(message.dataDir, message.retention);
    answer({ kind: "opened", totals: writer.totals(), counters: writer.counters() });
  } catch (error) {
    const code = errorCode(error) ?? undefined;
    answer({ kind: "openFailed", message: error instanceof Error ? error.message : String(error), code });
  }
}

/** Carries out orders as long as they come: under load one follows the other. */
function appendOrdered(log: LogWriter): void {
  for (let order: AppendOrder | null = orders.take(); order !== null; order = orders.next()) {
    const result = append(log, order);
    orders.finish();
    answer(result);
  }
}

function append(log: LogWriter, { space, bytes, readings, appendedMs }: AppendOrder): FromLogThread {
  const startedMs = performance.now();
  const frames = new Uint8Array(spaces[space]!, 0, bytes);
  const due = counters;
  counters = [];
  try {
    log.append(frames, readings, appendedMs, due);
    return { kind: "appended", ...log.totals(), commitMs: performance.now() - startedMs };
  } catch (error) {
    return isOutOfSpace(error)
      ? { kind: "lost", reason: String(error) }
      : { kind: "fatal", reason: describe(error) };
  }
}

function probe(log: LogWriter): void {
  try {
    log.probe();
    answer({ kind: "probed", ok: true });
  } catch (error) {
    if (isOutOfSpace(error)) answer({ kind: "probed", ok: false });
    else answer({ kind: "fatal", reason: describe(error) });
  }
}

function describe(error: unknown): string {
  return error instanceof SQLiteError ? `${error.code}: ${error.message}` : String(error);
}

function answer(message: FromLogThread): void {
  self.postMessage(message);
}
