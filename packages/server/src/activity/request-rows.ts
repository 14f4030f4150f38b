import { endpointNames } from "@weir/protocol/contracts";
import { onlyPartition } from "../queue/position.ts";
import type { ActivityRecord } from "./activity-record.ts";
import {
  type AnsweredRequest,
  type PackedRequests,
  type RequestTrouble,
  refusalNames,
} from "./packed-requests.ts";
import {
  accepted,
  accountId,
  arrivalMs,
  bodyBytes,
  clockOffsetMs,
  deviceId,
  duplicates,
  durationMs,
  endpoint,
  error,
  none,
  requestNumber,
  rowNumbers,
  sensorId,
  sequence,
  source,
  status,
  trouble,
} from "./request-places.ts";
import { unpackRequests } from "./request-records.ts";

const refusalPlaces = new Map(refusalNames.map((name, place) => [name, place]));
const endpointPlaces = new Map(endpointNames.map((name, place) => [name, place]));

/**
 * Holds the newest requests as numbers in one array. With one object per request, which survives the next garbage
 * collection, single readings came in at 0.86 of the rate without activity; this way a request costs 0.1 to 0.2 us of
 * 22.
 */
export class RequestRows {
  readonly capacity: number;
  count = 0;
  /** How many of the newest requests have not been shown yet. */
  #unshown = 0;
  readonly #rows: Float64Array;
  readonly #partitions: Uint16Array;
  #sources = new Map<string, number>();
  #troubles: RequestTrouble[] = [];

  constructor(capacity: number) {
    this.capacity = capacity;
    this.#rows = new Float64Array(capacity * rowNumbers);
    this.#partitions = new Uint16Array(capacity);
  }

  add(request: AnsweredRequest): void {
    const rows = this.#rows;
    const start = this.count * rowNumbers;
    const { position } = request;
    this.#partitions[this.count] = position === null ? onlyPartition : position.partition;
    this.count++;
    this.#unshown++;
    rows[start + deviceId] = request.deviceId;
    rows[start + accountId] = request.accountId;
    rows[start + requestNumber] = request.requestNumber;
    rows[start + arrivalMs] = request.arrivalMs;
    // Nobody needs more precision, and every digit is written.
    rows[start + durationMs] = Math.round(request.durationMs * 1000) / 1000;
    rows[start + source] = placeIn(this.#sources, request.source);
    rows[start + endpoint] = endpointPlaces.get(request.endpoint)!;
    rows[start + sensorId] = request.sensorId ?? none;
    rows[start + bodyBytes] = request.bodyBytes ?? none;
    rows[start + status] = request.status;
    rows[start + error] = request.error === null ? none : refusalPlaces.get(request.error)!;
    rows[start + accepted] = request.accepted;
    rows[start + duplicates] = request.duplicates;
    rows[start + clockOffsetMs] = request.clockOffsetMs ?? Number.NaN;
    rows[start + sequence] = position === null ? 0 : position.sequence;
    rows[start + trouble] = request.trouble === null ? none : this.#troubles.push(request.trouble) - 1;
  }

  /**
   * Keeps the newest requests of each device, and the newest `most` in all, in order of arrival. Returns how many
   * devices they are of.
   */
  thin(perDevice: number, most: number): number {
    const rows = this.#rows;
    const partitions = this.#partitions;
    const seen = new Map<number, number>();
    const troubles: RequestTrouble[] = [];
    const sources = new Map<string, number>();
    const addresses = [...this.#sources.keys()];
    const firstUnshown = this.count - this.#unshown;
    this.#unshown = 0;
    let to = this.count;
    for (let from = this.count - 1; from >= 0 && this.count - to < most; from--) {
      const device = rows[from * rowNumbers + deviceId]!;
      const newer = seen.get(device) ?? 0;
      if (newer >= perDevice) continue;
      seen.set(device, newer + 1);
      to--;
      if (from >= firstUnshown) this.#unshown++;
      if (to !== from) rows.copyWithin(to * rowNumbers, from * rowNumbers, (from + 1) * rowNumbers);
      partitions[to] = partitions[from]!;
      const place = rows[to * rowNumbers + trouble]!;
      if (place !== none) rows[to * rowNumbers + trouble] = troubles.push(this.#troubles[place]!) - 1;
      const address = addresses[rows[to * rowNumbers + source]!]!;
      rows[to * rowNumbers + source] = placeIn(sources, address);
    }
    rows.copyWithin(0, to * rowNumbers, this.count * rowNumbers);
    partitions.copyWithin(0, to, this.count);
    this.count -= to;
    this.#troubles = troubles;
    this.#sources = sources;
    return seen.size;
  }

  /** Drops every other request without trouble. */
  halve(): void {
    const rows = this.#rows;
    const firstUnshown = this.count - this.#unshown;
    let usual = 0;
    let to = 0;
    this.#unshown = 0;
    for (let from = 0; from < this.count; from++) {
      const start = from * rowNumbers;
      if (rows[start + error] === none && rows[start + trouble] === none && usual++ % 2 === 0) continue;
      if (from >= firstUnshown) this.#unshown++;
      rows.copyWithin(to * rowNumbers, start, start + rowNumbers);
      this.#partitions[to] = this.#partitions[from]!;
      to++;
    }
    this.count = to;
  }

  pack(boot: number): PackedRequests {
    const partitions = this.#partitions.slice(0, this.count);
    return this.#packed(boot, this.#rows.slice(0, this.count * rowNumbers), partitions);
  }

  /** Returns the newest `most` requests of each of these accounts that were not shown yet, and marks all as shown. */
  show(boot: number, accountIds: Iterable<number>, most: number): ActivityRecord[] {
    const left = new Map<number, number>();
    for (const account of accountIds) left.set(account, most);
    const chosen: number[] = [];
    const firstUnshown = this.count - this.#unshown;
    for (let row = this.count - 1; row >= firstUnshown && chosen.length < left.size * most; row--) {
      const account = this.#rows[row * rowNumbers + accountId]!;
      const room = left.get(account) ?? 0;
      if (room === 0) continue;
      left.set(account, room - 1);
      chosen.push(row);
    }
    this.#unshown = 0;
    const rows = new Float64Array(chosen.length * rowNumbers);
    for (const [place, row] of chosen.reverse().entries())
      rows.set(this.#rows.subarray(row * rowNumbers, (row + 1) * rowNumbers), place * rowNumbers);
    const partitions = Uint16Array.from(chosen, (row) => this.#partitions[row]!);
    return unpackRequests(this.#packed(boot, rows, partitions));
  }

  #packed(boot: number, rows: Float64Array, partitions: Uint16Array): PackedRequests {
    return { boot, rows, sources: [...this.#sources.keys()], troubles: this.#troubles, partitions };
  }

  clear(): void {
    this.count = 0;
    this.#unshown = 0;
    this.#sources = new Map();
    this.#troubles = [];
  }
}

function placeIn(sources: Map<string, number>, address: string): number {
  const known = sources.get(address);
  if (known !== undefined) return known;
  const place = sources.size;
  sources.set(address, place);
  return place;
}
