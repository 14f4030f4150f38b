import { type Answer, httpDate, type RenderAnswer } from "../http/answer.ts";
import type { Outcome } from "../respond/contract.ts";
import { queuedContract } from "../respond/queued-contract.ts";
import { Reply } from "../respond/reply.ts";
import type { RequestIds } from "../respond/request-ids.ts";
import { sensorBytesMax } from "./usual-heads.ts";

/** The name of a sensor as bytes in its own memory: no text is created, and the request's bytes may be gone. */
export class Identifier {
  length = 0;
  readonly #bytes = Buffer.alloc(sensorBytesMax);

  get text(): string {
    return this.#bytes.toString("latin1", 0, this.length);
  }

  set(bytes: Buffer, start: number, end: number): void {
    this.length = end - start;
    for (let at = start; at < end; at++) this.#bytes[at - start] = bytes[at]!;
  }

  write(into: Buffer, start: number): void {
    for (let at = 0; at < this.length; at++) into[start + at] = this.#bytes[at]!;
  }
}

/** What distinguishes the answers to accepted readings from each other. */
export interface AcceptedReading {
  /** The sensor as the URL named it. */
  readonly identifier: Identifier;
  readonly requestNumber: number;
  readonly limit: number;
  readonly remaining: number;
}

/** The bytes of an answer, and the places of the parts that vary. */
interface Sheet {
  readonly bytes: Buffer;
  readonly limit: number;
  readonly remainingStart: number;
  readonly remainingEnd: number;
  readonly numberStart: number;
  readonly numberEnd: number;
  readonly dateStart: number;
  readonly identifierStart: number;
  date: string;
}

const accepted: Outcome = { accepted: 1, duplicates: 0, rejected: null };

/**
 * The answer to one accepted reading as prepared bytes: the parts that vary overwrite those of the last answer. The sheets are
 * rendered by the general way, one per length of the sensor's identifier, and again when a number gets longer or shorter.
 */
export class AcceptedAnswer {
  readonly #render: RenderAnswer;
  readonly #ids: RequestIds;
  readonly #sheets: Sheet[] = [];

  constructor(render: RenderAnswer, ids: RequestIds) {
    this.#render = render;
    this.#ids = ids;
  }

  /** Valid until the next call. */
  bytesOf(reading: AcceptedReading): Buffer {
    const { identifier, requestNumber, remaining } = reading;
    const sheet = this.#sheetFor(reading);
    const { bytes } = sheet;
    writeDigits(bytes, sheet.remainingEnd, remaining, 10);
    writeDigits(bytes, sheet.numberEnd, requestNumber, 36);
    identifier.write(bytes, sheet.identifierStart);
    const date = httpDate();
    if (sheet.date !== date) {
      bytes.write(date, sheet.dateStart, "latin1");
      sheet.date = date;
    }
    return bytes;
  }

  /** Returns the answer in the general form. */
  answerTo({ identifier, requestNumber, limit, remaining }: AcceptedReading, outcome = accepted): Answer {
    const reply = new Reply(
      queuedContract,
      { ok: true, limit, remaining, resetMs: 0 },
      this.#ids.of(requestNumber),
    );
    return reply.success(outcome, "single", identifier.text);
  }

  #sheetFor(reading: AcceptedReading): Sheet {
    const { identifier, requestNumber, limit, remaining } = reading;
    const known = this.#sheets[identifier.length];
    if (
      known !== undefined &&
      known.limit === limit &&
      known.remainingEnd - known.remainingStart === digitsOf(remaining, 10) &&
      known.numberEnd - known.numberStart === digitsOf(requestNumber, 36)
    ) {
      return known;
    }
    const sheet = this.#print(reading);
    this.#sheets[identifier.length] = sheet;
    return sheet;
  }

  #print(reading: AcceptedReading): Sheet {
    const text = this.#render(this.answerTo(reading), { withoutBody: false, connection: null });
    const id = this.#ids.of(reading.requestNumber).text;
    const remainingStart = behind(text, "X-RateLimit-Remaining: ");
    const numberEnd = behind(text, `X-Request-Id: ${id}`);
    const dateStart = behind(text, "Date: ");
    return {
      bytes: Buffer.from(text, "latin1"),
      limit: reading.limit,
      remainingStart,
      remainingEnd: text.indexOf("\r\n", remainingStart),
      numberStart: numberEnd - digitsOf(reading.requestNumber, 36),
      numberEnd,
      dateStart,
      identifierStart: behind(text, '"sensor":"'),
      date: text.slice(dateStart, text.indexOf("\r\n", dateStart)),
    };
  }
}

function behind(text: string, mark: string): number {
  return text.indexOf(mark) + mark.length;
}

function digitsOf(number: number, base: number): number {
  let digits = 1;
  for (let rest = number; rest >= base; rest /= base) digits++;
  return digits;
}

const numerals = Buffer.from("0123456789abcdefghijklmnopqrstuvwxyz");

/** Writes all digits of a number so that the last is before `end`. */
function writeDigits(bytes: Buffer, end: number, number: number, base: number): void {
  let at = end;
  let rest = number;
  do {
    const shorter = Math.floor(rest / base);
    bytes[--at] = numerals[rest - shorter * base]!;
    rest = shorter;
  } while (rest > 0);
}
