import { describe, expect, test } from "bun:test";
import { Problem, unreachable } from "../../../api/problem.ts";
import type { CallAnswer } from "../../../api/route-types.ts";
import type { ImportPlan } from "./import-plan.ts";
import { locateRefused, mergeRejected, rejectedFile } from "./rejected-lines.ts";
import { DifferentFileError, type ImportTarget, type SendingProgress, sendFile } from "./send-file.ts";

const plan: ImportPlan = {
  format: "csv",
  encoding: "utf-8",
  delimiter: ",",
  hasHeader: true,
  hasDecimalComma: false,
  timeFormat: "iso",
  timeZone: "UTC",
  fixedSensor: null,
  device: "d",
  sensors: [],
  columns: [
    { name: "at", role: "time" },
    { name: "t", role: "sensor:t" },
    { name: "h", role: "sensor:h" },
  ],
};

function fileOf(rows: number): Blob {
  const row = (nth: number) => `${new Date(nth * 1000).toISOString()},${nth % 10 === 9 ? "bad" : nth},7`;
  return new Blob([`at,t,h\n${Array.from({ length: rows }, (_, nth) => row(nth)).join("\n")}`]);
}

/** Receives bytes as the server does. A fault happens after `keeps` bytes of a part have arrived. */
class ReceivedFile implements ImportTarget {
  bytes = new Uint8Array(0);
  largestPart = 0;
  readonly faults: { readonly keeps: number; readonly error: Error }[] = [];

  async append(part: Uint8Array<ArrayBuffer>, offset: number) {
    if (offset !== this.bytes.length) throw problem(409, "wrong_offset");
    this.largestPart = Math.max(this.largestPart, part.length);
    const fault = this.faults.shift();
    this.bytes = joined(this.bytes, part.subarray(0, fault?.keeps));
    if (fault !== undefined) throw fault.error;
    return this.show();
  }

  async show() {
    return { received_bytes: this.bytes.length } as CallAnswer<"appendToImport">;
  }

  async finish() {
    return { ...(await this.show()), problems: [] } as unknown as CallAnswer<"finishImport">;
  }

  get text(): string {
    return new TextDecoder().decode(this.bytes);
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function problem(status: number, code: string, retryAfterS: number | null = null): Problem {
  return new Problem({ status, code, message: code, retryAfterS });
}

const rows = 12_000;
const file = fileOf(rows);

async function send(target: ReceivedFile, sent = file) {
  const waits: number[] = [];
  const progress: SendingProgress[] = [];
  const result = await sendFile({
    file: sent,
    plan,
    target,
    onProgress: (each) => progress.push(each),
    gate: async () => undefined,
    wait: async (ms) => void waits.push(ms),
  });
  return { ...result, waits, progress };
}

const whole = new ReceivedFile();
const undisturbed = await send(whole);

describe("sending a file", () => {
  test("sends every reading, and collects the lines with problems", () => {
    expect(whole.text.split("\n")).toHaveLength(2 * rows - rows / 10 + 1);
    expect(undisturbed.rejected.count).toBe(rows / 10);
    expect(undisturbed.rejected.kept[0]).toMatchObject({ line: 11, reason: "t: “bad” is not a number." });
    expect(undisturbed.progress.length).toBeGreaterThan(1);
    expect(whole.largestPart).toBeLessThan(2 ** 20);
    expect(undisturbed.progress.at(-1)).toMatchObject({ fileBytes: file.size, fault: null });
  });

  test("continues where the server is after a lost connection, and waits as long as it asks", async () => {
    const target = new ReceivedFile();
    target.faults.push({ keeps: 1000, error: unreachable() }, { keeps: 0, error: problem(503, "busy", 7) });
    const { waits, rejected } = await send(target);
    expect(target.text).toBe(whole.text);
    expect(waits).toEqual([1000, 7000]);
    expect(rejected.count).toBe(rows / 10);
  });

  test("continues after a reload, with the same lines rejected", async () => {
    const target = new ReceivedFile();
    target.faults.push({ keeps: 300_001, error: problem(401, "signed_out") });
    await expect(send(target)).rejects.toThrow("signed_out");
    const { rejected, progress } = await send(target);
    expect(target.text).toBe(whole.text);
    expect(rejected.kept).toEqual(undisturbed.rejected.kept);
    expect(progress[0]!.fileBytes).toBeGreaterThan(0);
  });

  test("stops if the file has changed", async () => {
    const target = new ReceivedFile();
    target.bytes = whole.bytes.slice();
    await expect(send(target, fileOf(10))).rejects.toThrow(DifferentFileError);
  });
});

test("finds the lines of the file that the server has refused", async () => {
  // Line 2 of the file became the lines 1 and 2, line 11 (with a bad cell) only line 19.
  const refused = [
    { line: 1, reason: "Too old." },
    { line: 2, reason: "Too old." },
    { line: 19, reason: "Full." },
  ];
  const theirs = await locateRefused(file, plan, refused);
  expect(theirs.map(({ line, reason }) => ({ line, reason }))).toEqual([
    { line: 2, reason: "Too old." },
    { line: 11, reason: "Full." },
  ]);
  const all = mergeRejected(undisturbed.rejected.kept.slice(0, 1), theirs);
  expect(all.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
    "2 Too old.",
    "11 t: “bad” is not a number. Full.",
  ]);
  expect(rejectedFile("at,t,h", all).split("\n")).toEqual([
    "at,t,h",
    "1970-01-01T00:00:00.000Z,0,7",
    "1970-01-01T00:00:09.000Z,bad,7",
    "",
  ]);
});
