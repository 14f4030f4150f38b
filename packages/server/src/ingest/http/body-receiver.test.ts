import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { propertyRuns } from "../../../../../tests/harness/property-runs.ts";
import { SharedRoom } from "../../platform/shared-room.ts";
import { BodyReceiver, type Received } from "./body-receiver.ts";

const roomy = 1024 * 1024;
const chunked = { kind: "chunked" } as const;

interface Outcome {
  readonly received: Received;
  /** How many of all bytes were consumed. */
  readonly consumed: number;
}

function receiverOf(framing: ConstructorParameters<typeof BodyReceiver>[0], bytesMax: number): BodyReceiver {
  return new BodyReceiver(framing, bytesMax, new SharedRoom(roomy).share([]));
}

/** Pushes the bytes in pieces that end at these places. The memory of each piece is overwritten afterwards. */
function pushAll(receiver: BodyReceiver, bytes: Buffer, cuts: readonly number[] = []): Outcome {
  let start = 0;
  for (const end of [...cuts.toSorted((a, b) => a - b), bytes.length]) {
    const isLast = end === bytes.length;
    const piece = Buffer.from(bytes.subarray(start, end));
    const received = receiver.push(piece, 0);
    if (received !== "more") return { received, consumed: start + receiver.consumed };
    expect(receiver.consumed).toBe(piece.length);
    if (!isLast) piece.fill(0xff);
    start = end;
  }
  return { received: "more", consumed: start };
}

function receiveChunked(text: string): Received {
  return receiverOf(chunked, roomy).push(Buffer.from(text, "latin1"), 0);
}

/** A body, the same body in chunks with extensions and trailers, the bytes that follow it, and where they are cut. */
const anyChunkedBody = fc
  .record({
    parts: fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 8 }),
    extension: fc.constantFrom("", ";a", " ;a=b", ';a="b;c"', "\t; x"),
    zeros: fc.constantFrom("0", "00", "000000"),
    trailers: fc.array(fc.constantFrom("A: b", "Content-Length: 5", "X:"), { maxLength: 3 }),
    after: fc.uint8Array({ maxLength: 20 }),
    isUpper: fc.boolean(),
  })
  .map(({ parts, extension, zeros, trailers, after, isUpper }) => {
    const chunks = parts.flatMap((part) => {
      const size = part.length.toString(16);
      return [
        Buffer.from(`${isUpper ? size.toUpperCase() : size}${extension}\r\n`),
        part,
        Buffer.from("\r\n"),
      ];
    });
    const end = Buffer.from(`${[zeros + extension, ...trailers].join("\r\n")}\r\n\r\n`);
    const wire = Buffer.concat([...chunks, end]);
    return { body: Buffer.concat(parts), wire, bytes: Buffer.concat([wire, after]) };
  });
const anyCuts = fc.array(fc.nat(400), { maxLength: 10 });

function within(cuts: readonly number[], bytes: Buffer): number[] {
  return cuts.map((cut) => cut % (bytes.length + 1));
}

describe("receiving a body completely, however it is cut, and not a byte more", () => {
  test("with an announced length", () => {
    const anyBody = fc.uint8Array({ minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(anyBody, fc.uint8Array({ maxLength: 20 }), anyCuts, (body, after, cuts) => {
        const receiver = receiverOf({ kind: "length", bytes: body.length }, body.length);
        const bytes = Buffer.concat([body, after]);
        const outcome = pushAll(receiver, bytes, within(cuts, bytes));
        expect(outcome).toEqual({ received: "done", consumed: body.length });
        expect(receiver.refusal).toBeNull();
        expect(Buffer.from(receiver.body).equals(Buffer.from(body))).toBe(true);
      }),
      { numRuns: propertyRuns(2000) },
    );
  });

  test("in chunks", () => {
    fc.assert(
      fc.property(anyChunkedBody, anyCuts, ({ body, wire, bytes }, cuts) => {
        const receiver = receiverOf(chunked, body.length);
        expect(pushAll(receiver, bytes, within(cuts, bytes))).toEqual({
          received: "done",
          consumed: wire.length,
        });
        expect(receiver.refusal).toBeNull();
        expect(Buffer.from(receiver.body).equals(body)).toBe(true);
      }),
      { numRuns: propertyRuns(2000) },
    );
  });

  test("byte by byte, with one byte per chunk", () => {
    const body = "x".repeat(10_000);
    const wire = Buffer.from(`${"1\r\nx\r\n".repeat(body.length)}0\r\n\r\n`);
    const receiver = receiverOf(chunked, roomy);
    const everywhere = Array.from({ length: wire.length }, (_, i) => i);
    expect(pushAll(receiver, wire, everywhere).received).toBe("done");
    expect(Buffer.from(receiver.body).toString()).toBe(body);
  });

  test("starting in the middle of a piece", () => {
    const receiver = receiverOf({ kind: "length", bytes: 3 }, 3);
    expect(receiver.push(Buffer.from("headabcnext"), 4)).toBe("done");
    expect(receiver.consumed).toBe(7);
    expect(Buffer.from(receiver.body).toString()).toBe("abc");
  });
});

describe("a body over the limit", () => {
  test("is detected by its announced length at once, and its end is still found", () => {
    const receiver = receiverOf({ kind: "length", bytes: 11 }, 10);
    expect(receiver.refusal).toBe("too large");
    expect(pushAll(receiver, Buffer.from("x".repeat(11) + "GET"), [3, 7])).toEqual({
      received: "done",
      consumed: 11,
    });
    expect(receiver.body).toHaveLength(0);
  });

  test("is detected in chunks at the first byte over, and its end is still found", () => {
    fc.assert(
      fc.property(anyChunkedBody, anyCuts, fc.nat(100), ({ body, wire, bytes }, cuts, bytesMax) => {
        const receiver = receiverOf(chunked, bytesMax);
        const outcome = pushAll(receiver, bytes, within(cuts, bytes));
        expect(outcome).toEqual({ received: "done", consumed: wire.length });
        expect(receiver.refusal).toBe(body.length > bytesMax ? "too large" : null);
      }),
      { numRuns: propertyRuns(1000) },
    );
  });
});

describe("the room that bodies share", () => {
  const chunkOf = (bytes: number): Buffer => Buffer.from(`${bytes.toString(16)}\r\n${"x".repeat(bytes)}\r\n`);

  test("counts what has arrived, not what was announced", () => {
    const room = new SharedRoom(roomy);
    const receiver = new BodyReceiver({ kind: "length", bytes: roomy }, roomy, room.share([]));
    receiver.push(Buffer.from("abc"), 0);
    expect(room.taken).toBeLessThan(10_000);
    receiver.push(Buffer.alloc(roomy / 2), 0);
    receiver.push(Buffer.alloc(roomy / 2 - 3), 0);
    expect(room.taken).toBe(roomy);
  });

  test("is not needed for a body that arrives in one piece", () => {
    const receiver = new BodyReceiver({ kind: "length", bytes: 3 }, 3, new SharedRoom(0).share([]));
    expect(receiver.push(Buffer.from("abc"), 0)).toBe("done");
    expect(Buffer.from(receiver.body).toString()).toBe("abc");
  });

  test("refuses a body without enough room, releases what it held, and still finds its end", () => {
    const room = new SharedRoom(30_000);
    const first = new BodyReceiver(chunked, roomy, room.share([]));
    first.push(chunkOf(20_000), 0);
    const second = new BodyReceiver(chunked, roomy, room.share([]));
    second.push(chunkOf(5000), 0);
    expect([second.refusal, room.taken]).toEqual([null, 25_000]);
    second.push(chunkOf(5001), 0);
    expect([second.refusal, room.taken]).toEqual(["no room", 20_000]);
    expect(second.push(Buffer.from("0\r\n\r\nGET"), 0)).toBe("done");
    expect([second.consumed, second.body.length]).toEqual([5, 0]);
    for (let i = 0; i < 2; i++) first.release();
    expect(room.taken).toBe(0);
  });
});

describe("invalid chunks", () => {
  test.each([
    "\r\n",
    "x\r\n",
    "-1\r\n",
    "+1\r\n",
    "0x1\r\n",
    " 1\r\n",
    "1 \r\n",
    "1\t\r\n",
    "1\r\r\n",
    "1\x0b\r\n",
    "1\xa0\r\n",
    "1 1\r\n",
    "1.0\r\n",
    "1_0\r\n",
    "1,1\r\n",
    ";a\r\n",
    "1;a\rb\r\n",
    "1;a\0b\r\n",
    "1\n",
    "1;a\nx\r\n",
    "0\n\r\n",
    "ffffffffffffffff\r\n",
    "10000000000000001\r\n",
    "1000000000000\r\n",
    `1;${"a".repeat(300)}\r\n`,
    `1;${"a".repeat(300)}`,
    `${"0".repeat(300)}`,
    "1\r\nxy\r\n",
    "1\r\nx\n",
    "1\r\nx\r\r\n",
    "1\r\nx1\r\n",
    "2\r\nx\r\n0\r\n\r\n",
    "0\r\n\n",
    "0\r\nno field\r\n\r\n",
    "0\r\n: x\r\n\r\n",
    "0\r\nA : x\r\n\r\n",
    "0\r\nA: x\r\n folded\r\n\r\n",
    "0\r\nA: x\ry\r\n\r\n",
    "0\r\nA: x\n\r\n",
    `0\r\n${"A: b\r\n".repeat(2000)}`,
    `0\r\nA: ${"b".repeat(9000)}`,
  ])("are malformed: %j", (text) => {
    expect(receiveChunked(text)).toBe("malformed");
  });

  test("give the same verdict for any bytes, however they are cut", () => {
    const piece = fc.constantFrom(
      "0",
      "1",
      "a",
      "F",
      ";",
      " ",
      "\r\n",
      "\r",
      "\n",
      "x",
      "\0",
      ":",
      "A: b\r\n",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), anyCuts, (pieces, cuts) => {
        const bytes = Buffer.from(pieces.join(""), "latin1");
        const whole = pushAll(receiverOf(chunked, roomy), bytes);
        const cut = pushAll(receiverOf(chunked, roomy), bytes, within(cuts, bytes));
        expect(cut.received).toBe(whole.received);
        if (whole.received === "done") expect(cut.consumed).toBe(whole.consumed);
      }),
      { numRuns: propertyRuns(5000) },
    );
  });

  test("allow a long trailer up to the shared limit", () => {
    expect(receiveChunked(`0\r\nSignature: ${"a".repeat(4000)}\r\n\r\n`)).toBe("done");
  });

  test("may have any size that can be announced", () => {
    const receiver = receiverOf(chunked, 10);
    expect(receiver.push(Buffer.from("ffffffffffff\r\nabc"), 0)).toBe("more");
    expect(receiver.refusal).toBeNull();
    expect(receiver.push(Buffer.alloc(1000), 0)).toBe("more");
    expect(receiver.refusal).toBe("too large");
  });
});
