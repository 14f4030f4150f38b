import { basename } from "node:path";

/**
 * The calls of a recorded run in the order in which they happened. A long call is represented by its start and its end,
 * because what happens in between is neither before nor after it.
 */
export type SystemCall =
  | { readonly kind: "write"; readonly path: string; readonly offset: number; readonly data: Uint8Array }
  | { readonly kind: "truncate"; readonly path: string; readonly bytes: number }
  | { readonly kind: "remove"; readonly path: string }
  | { readonly kind: "syncBegun"; readonly path: string; readonly thread: string }
  | { readonly kind: "syncDone"; readonly path: string; readonly thread: string }
  /** Bytes that are sent to a client. */
  | { readonly kind: "answer"; readonly text: string };

export function isSyncOf(file: string, call: SystemCall): boolean {
  return call.kind === "syncDone" && basename(call.path) === file;
}

/** Reads the output of strace. Failed calls changed nothing and are left out. */
export function parseTrace(trace: string): SystemCall[] {
  const calls: SystemCall[] = [];
  /** The start of a call that was interrupted in the record, by thread. */
  const begun = new Map<string, string>();
  for (const line of trace.split("\n")) {
    const found = /^(\d+) +(.*)$/.exec(line);
    if (found === null) continue;
    const [, thread = "", text = ""] = found;
    const unfinished = / <unfinished \.\.\.>$/.exec(text);
    if (unfinished !== null) {
      const head = text.slice(0, unfinished.index);
      begun.set(thread, head);
      calls.push(...callsAtBegin(head, thread));
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>/.exec(text);
    const head = resumed === null ? "" : (begun.get(thread) ?? "");
    const whole = resumed === null ? text : head + text.slice(resumed[0].length);
    begun.delete(thread);
    if (resumed === null) calls.push(...callsAtBegin(whole, thread));
    calls.push(...callsAtEnd(whole, thread));
  }
  return calls;
}

/** An answer may reach its client as soon as it is passed to the system. A sync covers what came before it began. */
function callsAtBegin(text: string, thread: string): SystemCall[] {
  if (sendPattern.test(text)) {
    const sent = [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
      .map(([, part]) => bytesOf(part!).toString("utf8"))
      .join("");
    return sent.startsWith("HTTP/1.1 ") ? [{ kind: "answer", text: sent }] : [];
  }
  const sync = syncPattern.exec(text);
  return sync === null ? [] : [{ kind: "syncBegun", path: sync[1]!, thread }];
}

function callsAtEnd(text: string, thread: string): SystemCall[] {
  const result = /\) += (-?\d+)/.exec(text.slice(text.lastIndexOf(")")))?.[1];
  if (result === undefined || result.startsWith("-")) return [];
  const write = /^pwrite64\(\d+<([^>]*)>, "((?:[^"\\]|\\.)*)", \d+, (\d+)\)/.exec(text);
  if (write !== null) {
    const data = bytesOf(write[2]!).subarray(0, Number(result));
    return [{ kind: "write", path: write[1]!, offset: Number(write[3]), data }];
  }
  const sync = syncPattern.exec(text);
  if (sync !== null) return [{ kind: "syncDone", path: sync[1]!, thread }];
  const truncate = /^ftruncate\(\d+<([^>]*)>, (\d+)\)/.exec(text);
  if (truncate !== null) return [{ kind: "truncate", path: truncate[1]!, bytes: Number(truncate[2]) }];
  const remove = /^unlink\("([^"]*)"\)/.exec(text);
  return remove === null ? [] : [{ kind: "remove", path: remove[1]! }];
}

const sendPattern = /^(?:sendto|sendmsg|write|writev)\(\d+<(?:socket|TCP)/;
const syncPattern = /^f(?:data)?sync\(\d+<([^>]*)>/;
const namedEscapes: Record<string, number> = { n: 10, t: 9, r: 13, v: 11, f: 12 };

/** Decodes bytes as strace prints them: octal, or a letter, behind a backslash. */
function bytesOf(printed: string): Buffer {
  const bytes = Buffer.alloc(printed.length);
  let length = 0;
  for (let at = 0; at < printed.length; at++) {
    if (printed[at] !== "\\") {
      bytes[length++] = printed.charCodeAt(at);
      continue;
    }
    const octal = /^[0-7]{1,3}/.exec(printed.slice(at + 1, at + 4))?.[0];
    const letter = printed[at + 1]!;
    bytes[length++] =
      octal === undefined ? (namedEscapes[letter] ?? letter.charCodeAt(0)) : Number.parseInt(octal, 8);
    at += octal?.length ?? 1;
  }
  return bytes.subarray(0, length);
}
