import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { managePath } from "@weir/protocol/manage/route";
import { tempFolder } from "../../../../tests/harness/temp-folder.ts";
import { waitUntil } from "../../../../tests/harness/wait-until.ts";
import { type Answer, bodyOfBytes, type StreamedBody } from "../ingest/http/answer.ts";
import type { BodyTaker } from "../ingest/http/exchange.ts";
import { parseHead, type RequestHead } from "../ingest/http/request-head.ts";
import { SourceKeys } from "../ingest/limit/source-key.ts";
import { makeLimit, openLimiter } from "../installation/open-installation.ts";
import { systemClock } from "../platform/clock.ts";
import type { LinkListener } from "../platform/link/link-sockets.ts";
import type { Payer } from "../platform/shared-room.ts";
import { claimSocketPath, releaseSocketPath } from "../platform/socket-path.ts";
import { AnswersUnderWay } from "../web/answers-under-way.ts";
import { createManagementExchange } from "../web/management-exchange.ts";
import { RequestTurns } from "../web/turns/request-turns.ts";
import { forwardSocket } from "./forwarding.ts";
import { RequestForwarder } from "./ingest/forward-request.ts";
import { type ForwardedParts, serveForwarded } from "./manage/serve-forwarded.ts";

const MiB = 1024 * 1024;
const peer = "192.0.2.1";
let folder: ReturnType<typeof tempFolder>;
let served: LinkListener | null;
let forwarder: RequestForwarder;

beforeEach(() => {
  folder = tempFolder();
  served = null;
  forwarder = new RequestForwarder(folder.path);
});
afterEach(() => {
  forwarder.close();
  served?.close();
  folder[Symbol.dispose]();
});

function serve(parts: Partial<ForwardedParts>): void {
  served = serveForwarded({ dataFolder: folder.path, publish: () => null, manage: () => null, ...parts });
}

function head(target: string, lines = "", method = "GET"): RequestHead {
  const parsed = parseHead(`${method} ${target} HTTP/1.1\r\nHost: weir${lines}`);
  if (!parsed.ok) throw new Error("The head is malformed.");
  return parsed.head;
}

async function answerTo(request: RequestHead): Promise<Answer> {
  return (await forwarder.forward(request, peer))!.begun as Answer;
}

const text = (body: string): Answer => ({ status: 200, headers: { "X-Odd-CASE": "kept" }, body });

test("passes a request on with its method, target, headers and peer, and returns its answer unchanged", async () => {
  let seen: unknown;
  serve({
    manage: (request, peerAddress) => {
      const { method, target, headers } = request;
      seen = { method, target, peerAddress, cookie: headers.get("cookie"), repeated: headers.get("x-a") };
      return text("hello");
    },
  });
  const forwarded = await forwarder.forward(
    head(`${managePath}/a?b=c`, "\r\nCookie: d\r\nX-A: 1\r\nX-A: 2"),
    peer,
  );
  expect(seen).toEqual({
    method: "GET",
    target: `${managePath}/a?b=c`,
    peerAddress: peer,
    cookie: "d",
    repeated: "1, 2",
  });
  expect(forwarded).toEqual({ begun: text("hello"), isMarked: true });
});

test("marks public pages as lacking the headers of their request, and returns null for unknown paths", async () => {
  serve({ publish: ({ target }) => (target === "/docs" ? text("page") : null) });
  expect(await forwarder.forward(head("/docs"), peer)).toEqual({ begun: text("page"), isMarked: false });
  expect(await forwarder.forward(head("/nothing"), peer)).toBeNull();
});

describe("a body", () => {
  const takes: ForwardedParts["manage"] = async () => ({
    bytesMax: 8 * MiB,
    payers: [],
    take: async (body) => text(typeof body === "string" ? body : String(body.length)),
    refuse: (fault) => ({ ...text("refused"), status: fault }),
  });

  test("is passed on when it is requested, whatever its size, and so is the reason why there is none", async () => {
    serve({ manage: takes });
    const begin = async () =>
      (await forwarder.forward(head(managePath, "\r\nContent-Length: 1", "POST"), peer))!.begun as BodyTaker;
    const taker = await begin();
    expect(taker.bytesMax).toBe(8 * MiB);
    expect(await taker.take(new Uint8Array(8 * MiB))).toEqual(text(String(8 * MiB)));
    expect(await (await begin()).take("too large")).toEqual(text("too large"));
    expect((await begin()).refuse(408).status).toBe(408);
  });

  test("that a request does not have is not waited for: the first message is answered", async () => {
    serve({ manage: takes });
    expect(await forwarder.forward(head(managePath), peer)).toEqual({ begun: text("0"), isMarked: true });
  });

  test("that is large arrives as it was sent, and lets other requests pass meanwhile", async () => {
    const received: Uint8Array[] = [];
    serve({
      manage: async ({ method }) => ({
        bytesMax: 8 * MiB,
        payers: [],
        refuse: () => text("refused"),
        take: async (body) => {
          if (method === "POST") received.push(body as Uint8Array);
          return text(method);
        },
      }),
    });
    const sent = crypto.getRandomValues(Buffer.alloc(60_000)).toString("base64").repeat(30);
    const begun = await forwarder.forward(head(managePath, "\r\nContent-Length: 1", "POST"), peer);
    const order: string[] = [];
    const note = ({ body }: Answer) => order.push(body as string);
    await Promise.all([
      (begun!.begun as BodyTaker).take(Buffer.from(sent)).then(note),
      answerTo(head(managePath)).then(note),
    ]);
    expect(Buffer.from(received[0]!).toString()).toBe(sent);
    expect(order).toEqual(["GET", "POST"]);
  });

  test("shares its memory with the bodies of all other requests", async () => {
    serve({ manage: takes });
    const begin = async () =>
      (await forwarder.forward(head(managePath, "\r\nContent-Length: 1", "POST"), peer))!.begun as BodyTaker;
    const [first, second] = [await begin(), await begin()];
    for (let bytes = 0; bytes < 64 * MiB; bytes += 8 * MiB) expect(first.room.take(8 * MiB)).toBe(true);
    expect(second.room.take(1)).toBe(false);
    first.room.giveBack(8 * MiB);
    expect(second.room.take(8 * MiB)).toBe(true);
  });
});

describe("a streamed answer", () => {
  /** Counts the pieces that were produced, and notes when the reader stops. */
  function source(count: number, options: Pick<StreamedBody, "isEndless"> = {}) {
    const state = { made: 0, isStopped: false };
    const body: StreamedBody = {
      ...options,
      async *[Symbol.asyncIterator]() {
        try {
          while (state.made < count) yield Buffer.from(String(++state.made));
        } finally {
          state.isStopped = true;
        }
      },
    };
    return { state, answer: { status: 200, headers: {}, body } satisfies Answer };
  }

  test("is produced no faster than it is read, and completely", async () => {
    const { state, answer } = source(5);
    serve({ manage: () => answer });
    const pieces = ((await answerTo(head(managePath))).body as StreamedBody)[Symbol.asyncIterator]();
    expect(state.made).toBe(0);
    for (let piece = 1; piece <= 5; piece++) {
      expect(Buffer.from((await pieces.next()).value!).toString()).toBe(String(piece));
      expect(state.made).toBe(piece);
    }
    expect((await pieces.next()).done).toBe(true);
  });

  test("ends at its source when the reader stops, and when the listener dies", async () => {
    const [left, died] = [source(5), source(5)];
    const answers = [left.answer, died.answer];
    serve({ manage: () => answers.shift()! });
    const pieces = ((await answerTo(head(managePath))).body as StreamedBody)[Symbol.asyncIterator]();
    await pieces.next();
    await pieces.return!();
    await waitUntil("the source has ended", () => left.state.isStopped);
    const others = ((await answerTo(head(managePath))).body as StreamedBody)[Symbol.asyncIterator]();
    await others.next();
    forwarder.close();
    await waitUntil("the other source has ended", () => died.state.isStopped);
  });

  test("fails if the manage process ends, but simply ends if it is endless", async () => {
    const answers = [source(5).answer, source(5, { isEndless: true }).answer];
    serve({ manage: () => answers.shift()! });
    const [whole, endless] = [await answerTo(head(managePath)), await answerTo(head(managePath))].map(
      ({ body }) => (body as StreamedBody)[Symbol.asyncIterator](),
    );
    await Promise.all([whole!.next(), endless!.next()]);
    served!.close();
    served = null;
    expect(await whole!.next().catch(() => "failed")).toBe("failed");
    expect((await endless!.next()).done).toBe(true);
  });
});

test("passes bytes that many answers share on once", async () => {
  const page = Buffer.alloc(300_000, "x");
  serve({ publish: () => ({ status: 200, headers: {}, body: bodyOfBytes(page) }) });
  const read = async () => {
    const body = (await answerTo(head("/docs"))).body as StreamedBody;
    const pieces: Uint8Array[] = [];
    for await (const piece of body) pieces.push(piece);
    return { sizeBytes: body.sizeBytes, pieces };
  };
  const [first, second] = [await read(), await read()];
  expect(first.sizeBytes).toBe(page.length);
  expect(Buffer.concat(first.pieces).equals(page)).toBe(true);
  expect(second.pieces[0]!.buffer).toBe(first.pieces[0]!.buffer);
});

test("answers 503 while no manage process runs, and the next one answers", async () => {
  const api = await answerTo(head(`${managePath}/devices`));
  expect([api.status, api.headers["Retry-After"]]).toEqual([503, "2"]);
  expect(JSON.parse(api.body as string).code).toBe("management_unavailable");
  const page = await answerTo(head("/"));
  expect([page.status, page.headers["Retry-After"]]).toEqual([503, "2"]);
  for (const word of ["first", "second"]) {
    serve({ manage: () => text(word) });
    expect((await answerTo(head(managePath))).body).toBe(word);
    served!.close();
    await waitUntil("it is gone", async () => (await answerTo(head(managePath))).status === 503);
  }
});

test("answers 503 soon if the manage process is stuck, and then at once", async () => {
  using _ = openStuck();
  const stuck = new RequestForwarder(folder.path, 5);
  for (const target of [`${managePath}/devices`, `${managePath}/session`]) {
    const { status, body } = (await stuck.forward(head(target), peer))!.begun as Answer;
    expect([status, JSON.parse(body as string).code]).toEqual([503, "management_unavailable"]);
  }
  stuck.close();
});

/** Takes everything and answers nothing. */
function openStuck(): Disposable {
  const unix = claimSocketPath(folder.path, forwardSocket);
  const server = Bun.listen({ unix, socket: { data: () => undefined } });
  return {
    [Symbol.dispose]() {
      server.stop(true);
      releaseSocketPath(folder.path, forwardSocket);
    },
  };
}

describe("large answers", () => {
  const link: Payer = { key: "link", part: 4 };
  const member: Payer = { key: "user 1", part: 4 };
  const answerBytes = 128 * 1024;
  /** Whose pieces were passed on, in order. */
  let pieces: string[];

  /** Answers everything with 128 KiB. The query says who asks: the holder of a share link at an address, or a member. */
  function serveLarge() {
    const underWay = new AnswersUnderWay({ requestsMax: 1000, answerBytesMax: 64 * answerBytes });
    const turns = new RequestTurns();
    pieces = [];
    const manage = createManagementExchange({
      sources: new SourceKeys([]),
      hasTls: false,
      clock: systemClock,
      underWay,
      limiter: openLimiter(makeLimit({ limit: 10_000, windowMs: 60_000, keysMax: 10 })),
      api: async ({ target }) => ({
        bodyBytesMax: 100,
        isAnonymous: target.endsWith("?link"),
        payers: [target.endsWith("?link") ? link : member],
        answer: async () => text("x".repeat(answerBytes)),
        inTurn: (work) =>
          turns.take({ name: target, caller: "" }, () => {
            pieces.push(target.split("?")[1]!);
            return work();
          }),
      }),
    });
    serve({ manage });
    return underWay;
  }

  async function ask(query: string): Promise<Answer> {
    return answerTo(head(`${managePath}/a?${query}`));
  }

  async function read({ body }: Answer): Promise<string> {
    const pieces: Uint8Array[] = [];
    for await (const piece of body as StreamedBody) pieces.push(piece);
    return Buffer.concat(pieces).toString();
  }

  test("that nobody reads are refused past the caller's share, and others get theirs", async () => {
    const underWay = serveLarge();
    const asked = await Promise.all(Array.from({ length: 120 }, () => ask("link")));
    const held = asked.filter(({ status }) => status === 200);
    const refused = asked.filter(({ status }) => status !== 200);
    expect(held.length).toBe(16);
    for (const answer of refused) {
      expect([answer.status, answer.headers["Retry-After"]]).toEqual([503, "5"]);
      expect(JSON.parse(answer.body as string)).toMatchObject({ code: "too_busy" });
    }
    expect(underWay.held.answerBytes).toBe(held.length * answerBytes);
    expect(await read(await ask("member"))).toBe("x".repeat(answerBytes));
    for (const answer of held) expect((await read(answer)).length).toBe(answerBytes);
    expect(underWay.held).toEqual({ requests: 0, answerBytes: 0 });
  });

  test("are passed on piece by piece, in turns of their callers", async () => {
    serveLarge();
    const held = await Promise.all(Array.from({ length: 16 }, () => ask("link")));
    const answers = [...held, await ask("member")];
    await Promise.all(answers.map(read));
    expect(pieces.indexOf("member")).toBeLessThanOrEqual(2);
    expect(pieces.lastIndexOf("member")).toBeLessThan(16);
    expect(pieces.length).toBe(2 * answers.length);
  });

  test("are sent without the rest of their memory in every piece", async () => {
    serveLarge();
    const pieces = ((await ask("member")).body as StreamedBody)[Symbol.asyncIterator]();
    const { value } = await pieces.next();
    expect([value!.length, value!.buffer.byteLength]).toEqual([answerBytes / 2, answerBytes / 2]);
  });

  test("are given up when their client leaves, before or while it reads, and when the listener dies", async () => {
    const underWay = serveLarge();
    const open = async () => ((await ask("link")).body as StreamedBody)[Symbol.asyncIterator]();
    await (await open()).return!();
    const begun = await open();
    await begun.next();
    await begun.return!();
    await waitUntil("both are given up", () => underWay.held.answerBytes === 0);
    await (await open()).next();
    forwarder.close();
    await waitUntil("the last is given up", () => underWay.held.answerBytes === 0);
  });
});
