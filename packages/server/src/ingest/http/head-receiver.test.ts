import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { propertyRuns } from "../../../../../tests/harness/property-runs.ts";
import { HeadReceiver } from "./head-receiver.ts";

type Received = ReturnType<HeadReceiver["push"]>;

/** Pushes the pieces to a receiver as a connection does, until it has a head or refuses. */
function receive(...pieces: string[]): Received {
  const heads = new HeadReceiver();
  let kept = Buffer.alloc(0);
  let received: Received = "none";
  for (const piece of pieces) {
    kept = Buffer.concat([kept, Buffer.from(piece, "latin1")]);
    received = heads.push(kept, 0);
    kept = kept.subarray(heads.consumed);
    if (received !== "none" && received !== "more") return received;
  }
  return received;
}

describe("refusing an incomplete head as soon as it cannot become valid", () => {
  test.each<[Received, string]>([
    [400, "GET / HTTP/1.1\n"],
    [400, "GET / HTTP/1.1\nHost: weir\n\n"],
    [400, "GET / HTTP/1.1\r\nHost: weir\n\n"],
    [400, "GET / HTTP/1.1\r\nHost: weir\r\n\n"],
    [400, "\nGET / HTTP/1.1\r\n"],
    [400, "\r\n\nGET"],
    [400, "GET / HTTP/1.1\r\nX: a\rb"],
    [400, "\r\r"],
    [400, "GET /\0"],
    [400, "\x16\x03\x01"],
    [400, "EHLO weir\r\n"],
    [400, "GET /\r\n"],
    [400, "GET / HTTP/1.1\r\nnot a field\r\n"],
    [400, "GET / HTTP/1.1\r\nHost: weir\r\n folded\r\n"],
    [501, "CONNECT weir:80 HTTP/1.1\r\n"],
    [505, "GET / HTTP/2.0\r\n"],
    [414, `GET /${"a".repeat(17_000)}`],
    [414, `GET /${"a".repeat(17_000)} HTTP/1.1\r\nHost: weir\r\n\r\n`],
    [431, `GET / HTTP/1.1\r\nX: ${"a".repeat(17_000)}`],
    [431, `GET /${"a".repeat(10_000)} HTTP/1.1\r\nX: ${"a".repeat(10_000)}`],
    [501, "A".repeat(17_000)],
  ])("answers %d: %j", (status, text) => {
    expect(receive(text)).toBe(status);
    // A long text would take a second character by character.
    const pieces = text.length < 100 ? [...text] : text.match(/.{1,50}/gs)!;
    expect(receive(...pieces)).toBe(status);
  });
});

describe("waiting for the rest of an incomplete head", () => {
  test.each([
    "G",
    "GET / HTTP/1.1",
    "GET / HTTP/1.1\r",
    "GET / HTTP/1.1\r\n",
    "GET / HTTP/1.1\r\nHost",
    "GET / HTTP/1.1\r\nHost: weir\r\n\r",
    "\r\n\r\nGET / HTTP/1.1\r\nX: \t\xe4",
  ])("waits after %j", (text) => {
    expect(receive(text)).toBe("more");
    expect(receive(...text)).toBe("more");
  });
});

test("checks the lines of every head", () => {
  const heads = new HeadReceiver();
  const head = "GET / HTTP/1.1\r\nHost: weir\r\n\r\n";
  for (let nth = 0; nth < 3; nth++) {
    expect(heads.push(Buffer.from(head.slice(0, 20)), 0)).toBe("more");
    expect(heads.push(Buffer.from(head), 0)).toBe("done");
  }
  expect(heads.push(Buffer.from("nonsense\r\n"), 0)).toBe(400);
});

test("gives the same result as for the whole head, however it is cut", () => {
  const first = fc.constantFrom(
    "GET / HTTP/1.1",
    "OPTIONS * HTTP/1.2",
    "CONNECT a:1 HTTP/1.1",
    "GET / HTTP/2.0",
  );
  const fragment = fc.constantFrom(
    "Host: weir",
    "Content-Length: 0",
    "Expect: no",
    "Transfer-Encoding: gzip",
    "X",
    " x: y",
    "\r\n",
    "\r\n",
    "\r\n",
    "\r\n",
    "\r",
    "\n",
    "\0",
  );
  const rest = fc.array(fragment, { maxLength: 9 }).map((fragments) => fragments.join(""));
  fc.assert(
    fc.property(first, rest, fc.array(fc.nat(60), { maxLength: 4 }), (requestLine, text, cuts) => {
      const whole = `${requestLine}\r\nHost: weir\r\n${text}\r\n\r\n`;
      const places = [...new Set(cuts)].sort((a, b) => a - b);
      const pieces = places.map((place, nth) => whole.slice(places[nth - 1] ?? 0, place));
      expect(receive(...pieces, whole.slice(places.at(-1) ?? 0))).toBe(receive(whole));
    }),
    { numRuns: propertyRuns(2000) },
  );
});
