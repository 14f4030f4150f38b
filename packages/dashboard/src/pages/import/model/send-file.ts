import { isProblem, messageOf } from "../../../api/problem.ts";
import type { CallAnswer } from "../../../api/route-types.ts";
import type { ImportPlan } from "./import-plan.ts";
import { mappedRecords } from "./mapped-records.ts";
import { RejectedLines } from "./rejected-lines.ts";

type Import = CallAnswer<"appendToImport">;
type FinishedImport = CallAnswer<"finishImport">;

/** The import on the server. */
export interface ImportTarget {
  append(body: Uint8Array<ArrayBuffer>, uploadOffset: number): Promise<Import>;
  show(): Promise<Import>;
  finish(): Promise<FinishedImport>;
}

export interface SendingProgress {
  /** How far the file has been sent. */
  readonly fileBytes: number;
  /** Null until the first answer. */
  readonly received: Import | null;
  /** Lines that were not sent because they could not be read. */
  readonly rejected: number;
  /** Whether this part of the file was received before, and is only read again. */
  readonly isCatchingUp: boolean;
  /** Why the server cannot be reached; null while it can. */
  readonly fault: string | null;
}

interface Sending {
  readonly file: Blob;
  readonly plan: ImportPlan;
  readonly target: ImportTarget;
  readonly onProgress: (progress: SendingProgress) => void;
  /** Resolves at once, or when a paused import goes on. Rejects when it is given up. */
  readonly gate: () => Promise<void>;
  /** Waits before the next attempt. */
  readonly wait: (ms: number) => Promise<void>;
}

/** The file is not the one that the import began with, or its content has changed. */
export class DifferentFileError extends Error {
  constructor() {
    super("The file has changed since the import started. Start a new import with this file.");
    this.name = "DifferentFileError";
  }
}

const partChars = 512 * 1024;
const longestWaitMs = 30_000;

/**
 * Sends the readings of a file. What the server has received before is read again and skipped, so an import continues
 * after any interruption. As long as the server cannot be reached, it is tried again.
 */
export async function sendFile(
  sending: Sending,
): Promise<{ finished: FinishedImport; rejected: RejectedLines }> {
  const { file, plan, target, onProgress, gate } = sending;
  const rejected = new RejectedLines();
  const utf8 = new TextEncoder();
  let received = await untilAnswered(
    sending,
    () => target.show(),
    (fault) => report(0, null, fault),
  );
  let offset = 0;
  let text = "";
  function report(fileBytes: number, answer: Import | null, fault: string | null) {
    const isCatchingUp = answer !== null && answer.received_bytes > offset;
    onProgress({ fileBytes, received: answer, rejected: rejected.count, isCatchingUp, fault });
  }
  const flush = async (fileBytes: number) => {
    const part = utf8.encode(text);
    text = "";
    while (received.received_bytes < offset + part.length) {
      await gate();
      const from = received.received_bytes;
      if (from < offset) throw new DifferentFileError();
      received = await untilAnswered(
        sending,
        (isAgain) => (isAgain ? target.show() : target.append(part.subarray(from - offset), from)),
        (fault) => report(fileBytes, received, fault),
      );
    }
    offset += part.length;
    report(fileBytes, received, null);
  };
  for await (const { records, fileBytes } of mappedRecords(file, plan)) {
    await gate();
    for (const { line, text: record, sent, problems } of records) {
      if (problems.length > 0) rejected.add({ line, text: record, reason: problems.join(" ") });
      text += sent.join("");
      if (text.length >= partChars) await flush(fileBytes);
    }
  }
  await flush(file.size);
  if (received.received_bytes > offset) throw new DifferentFileError();
  const finished = await untilAnswered(
    sending,
    () => target.finish(),
    (fault) => report(file.size, received, fault),
  );
  return { finished, rejected };
}

/**
 * Tries again until the server answers. After a failed attempt nobody knows how much of a part has arrived, so the
 * next attempt asks first (`isAgain`).
 */
async function untilAnswered<Answer>(
  { gate, wait }: Sending,
  attempt: (isAgain: boolean) => Promise<Answer>,
  onFault: (fault: string) => void,
): Promise<Answer> {
  for (let times = 0; ; times++) {
    try {
      return await attempt(times > 0);
    } catch (error) {
      if (isProblem(error, "wrong_offset")) continue;
      const isPassing =
        isProblem(error) && (error.status === 0 || error.status === 429 || error.status >= 500);
      if (!isPassing) throw error;
      onFault(messageOf(error));
      await wait(Math.min((error.retryAfterS ?? 2 ** times) * 1000, longestWaitMs));
      await gate();
    }
  }
}
