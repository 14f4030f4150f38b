import type { ActivityRecord } from "../../activity/activity-record.ts";
import { ActivityLines } from "./activity-lines.ts";
import { markOf } from "./activity-mark.ts";
import { type ActivityPart, directoryBytes, type PartBytes, PartColumns } from "./activity-part.ts";

/** Consecutive requests of a device, from one index of a part (inclusive) to another (exclusive). */
export interface Stretch {
  readonly part: ActivityPart;
  readonly lines: Uint8Array;
  readonly from: number;
  readonly to: number;
}

/**
 * Builds parts of about the requested size. Devices come in ascending order, and the requests of one device stay in one
 * part.
 */
export class ActivityPartWriter {
  readonly #partBytes: number;
  readonly #finished: PartBytes[] = [];
  readonly #devices: number[] = [];
  readonly #accounts: number[] = [];
  readonly #counts: number[] = [];
  #arrivalsMs = new Float64Array(256);
  #lengths = new Uint32Array(256);
  #marks = new Uint32Array(256);
  readonly #lines = new ActivityLines();
  #requests = 0;

  constructor(partBytes: number) {
    this.#partBytes = partBytes;
  }

  /** Starts a device: the requests that follow belong to it. */
  begin(deviceId: number, accountId: number): void {
    if (this.#lines.size + directoryBytes(this.#devices.length, this.#requests) >= this.#partBytes)
      this.#cut();
    this.#devices.push(deviceId);
    this.#accounts.push(accountId);
    this.#counts.push(0);
  }

  add(record: ActivityRecord): void {
    this.#makeRoom(1);
    const before = this.#lines.size;
    this.#lines.write(record);
    this.#arrivalsMs[this.#requests] = record.arrivalMs;
    this.#lengths[this.#requests] = this.#lines.size - before;
    this.#marks[this.#requests] = markOf(record);
    this.#grow(1);
  }

  copy({ part, lines, from, to }: Stretch): void {
    const { arrivalsMs, lengths, marks } = part.columns;
    const start = part.offsets[from]!;
    const end = part.offsets[to]!;
    this.#makeRoom(to - from);
    const at = this.#requests;
    // Copied in a loop, because most stretches are short and a subarray costs more than a few numbers.
    for (let nth = from; nth < to; nth++) {
      this.#arrivalsMs[at + nth - from] = arrivalsMs[nth]!;
      this.#lengths[at + nth - from] = lengths[nth]!;
      this.#marks[at + nth - from] = marks[nth]!;
    }
    this.#lines.copy(lines.subarray(start, end));
    this.#grow(to - from);
  }

  finish(): PartBytes[] {
    if (this.#requests > 0) this.#cut();
    return this.#finished;
  }

  #grow(requests: number): void {
    this.#requests += requests;
    this.#counts[this.#counts.length - 1]! += requests;
  }

  #cut(): void {
    const devices = this.#devices.length;
    const requests = this.#requests;
    const buffer = new ArrayBuffer(directoryBytes(devices, requests));
    new Uint32Array(buffer, 0, 2).set([devices, requests]);
    const columns = new PartColumns(buffer, devices, requests);
    columns.arrivalsMs.set(this.#arrivalsMs.subarray(0, requests));
    columns.lengths.set(this.#lengths.subarray(0, requests));
    columns.marks.set(this.#marks.subarray(0, requests));
    columns.devices.set(this.#devices);
    columns.accounts.set(this.#accounts);
    columns.counts.set(this.#counts);
    this.#finished.push({
      firstDevice: this.#devices[0]!,
      directory: new Uint8Array(buffer),
      lines: this.#lines.take(),
    });
    for (const column of [this.#devices, this.#accounts, this.#counts]) column.length = 0;
    this.#requests = 0;
  }

  #makeRoom(requests: number): void {
    if (this.#requests + requests <= this.#marks.length) return;
    const room = 2 * (this.#requests + requests);
    this.#arrivalsMs = enlarge(this.#arrivalsMs, new Float64Array(room));
    this.#lengths = enlarge(this.#lengths, new Uint32Array(room));
    this.#marks = enlarge(this.#marks, new Uint32Array(room));
  }
}

function enlarge<Column extends { set(from: Column): void }>(column: Column, larger: Column): Column {
  larger.set(column);
  return larger;
}
