import { afterEach, beforeEach, expect } from "bun:test";
import { connect, type Socket } from "node:net";
import { RawConnection } from "../../../../../tests/harness/raw-connection.ts";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import { SharedRoom } from "../../platform/shared-room.ts";
import { type Answer, bodyOfBytes } from "./answer.ts";
import type { BodyRefusal, Exchange } from "./exchange.ts";
import type { HttpFault } from "./http-fault.ts";
import { type Listener, type ListenerLimits, listen } from "./listener.ts";

/** For tests: what the tests of connections share. */
export const bodyBytesMax = 100_000;
/** The room for the bodies of all connections together. */
const roomBytesMax = 250_000;
export const largeBytes = 16 * 1024 * 1024;
const sharedBody = Buffer.alloc(largeBytes, "x");
const largeBody = "x".repeat(largeBytes);

export const limits: ListenerLimits = {
  idleMs: 60_000,
  requestMs: 60_000,
  trickleMs: 60_000,
  lingerMs: 60_000,
  staleCheckMs: 5,
  connectionsMax: 200,
  heldBytesMax: 64 * 1024 * 1024,
};

type Certificate = Parameters<typeof listen>[0]["certificate"];

/** Answers by path. `/held` answers when the test allows it; `/refused` wants no body; `/at-once` reads its body at once. */
export class TestExchange implements Exchange {
  /** The requests that were begun, in order. */
  readonly begun: string[] = [];
  /** The bodies as text, or why there was none. */
  readonly bodies: string[] = [];
  /** The bytes of bodies, which may no longer be valid. */
  readonly taken: Uint8Array[] = [];
  readonly room = new SharedRoom(roomBytesMax);
  /** Pending answers, in order. */
  readonly held: ((answer: Answer) => void)[] = [];

  begin: Exchange["begin"] = ({ method, target }) => {
    this.begun.push(`${method} ${target}`);
    if (target === "/refused") return answer("refused", 401);
    if (target === "/refused-later") return Promise.resolve(answer("refused", 401));
    if (target === "/decided-later")
      return new Promise((resolve) => {
        this.undecided.push(() =>
          resolve({
            bytesMax: bodyBytesMax,
            room: this.room.share([]),
            readsAtOnce: false,
            take: (body) => this.#take(target, body),
            refuse: refuseBody,
          }),
        );
      });
    if (target === "/large") return answer(largeBody);
    if (target === "/shared") return { ...answer(""), body: bodyOfBytes(sharedBody) };
    if (target === "/throws") throw new Error("thrown");
    if (target === "/rejects") return Promise.reject(new Error("rejected"));
    return {
      bytesMax: bodyBytesMax,
      room: this.room.share([]),
      readsAtOnce: target === "/at-once",
      take: (body) => this.#take(target, body),
      refuse: refuseBody,
    };
  };

  /** Requests that have not decided yet whether they want their body. */
  readonly undecided: (() => void)[] = [];

  refuse: Exchange["refuse"] = (fault) => answer("refused head", fault);

  release(): void {
    this.held.shift()!(answer("released"));
  }

  #take(target: string, body: Uint8Array | BodyRefusal): Promise<Answer> {
    if (target === "/take-throws") throw new Error("thrown");
    const text = typeof body === "string" ? body : Buffer.from(body).toString();
    this.bodies.push(text);
    if (typeof body !== "string") this.taken.push(body);
    if (target === "/held") return new Promise((resolve) => this.held.push(resolve));
    if (typeof body === "string") return Promise.resolve(answer(body, body === "too large" ? 413 : 503));
    return Promise.resolve(answer(`${target}:${text}`));
  }
}

const refuseBody = (fault: HttpFault): Answer => answer("refused body", fault);

function answer(body: string, status = 200): Answer {
  return { status, headers: { "Content-Type": "text/plain" }, body };
}

/** A listener with its own exchange, new for every test. */
export class TestListener {
  exchange!: TestExchange;
  listener!: Listener;
  faults!: string[];
  sourceOf!: (peerAddress: string) => string | null;
  refusedSources!: string[];
  readonly #certificate: Certificate;

  constructor(certificate: Certificate = null) {
    this.#certificate = certificate;
    beforeEach(() => this.#start(limits));
    afterEach(() => this.listener.drain(0));
  }

  get url(): string {
    return this.listener.url;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  async restart(some: Partial<ListenerLimits>): Promise<void> {
    await this.listener.drain(0);
    this.#start({ ...limits, ...some });
  }

  client(socket: Socket = connect({ host: "127.0.0.1", port: this.port, allowHalfOpen: true })): TestClient {
    return new TestClient(socket);
  }

  async expectUsable(): Promise<void> {
    using connection = await RawConnection.open(this.url);
    connection.write(request("/echo", "still there"));
    expect((await connection.answer()).body).toBe("/echo:still there");
  }

  #start(some: ListenerLimits): void {
    this.exchange = new TestExchange();
    this.faults = [];
    this.refusedSources = [];
    this.sourceOf = (peerAddress) => peerAddress;
    this.listener = listen(
      {
        host: "127.0.0.1",
        port: 0,
        certificate: this.#certificate,
        sourceLimit: {
          connectionsMax: 100,
          sourceOf: (peerAddress) => this.sourceOf(peerAddress),
          onRefused: (source) => this.refusedSources.push(source),
        },
        onCertificateReplaced: () => undefined,
        onCertificateUnusable: () => undefined,
        onFault: (error) => this.faults.push(String(error)),
      },
      this.exchange,
      some,
    );
  }
}

/** A client on a bare socket, for what a RawConnection cannot do: stop reading, half-close, see the end. */
export class TestClient implements Disposable {
  readonly socket: Socket;
  received = "";
  isEnded = false;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on("data", (bytes) => {
      this.received += bytes.toString("latin1");
    });
    for (const event of ["end", "close", "error"]) {
      socket.on(event, () => {
        this.isEnded = true;
      });
    }
  }

  get statuses(): number[] {
    return [...this.received.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
  }

  ended(): Promise<void> {
    return waitUntil("the connection is closed", () => this.isEnded);
  }

  [Symbol.dispose](): void {
    this.socket.destroy();
  }
}

export function request(path: string, body = "", lines: readonly string[] = []): string {
  const head = [`POST ${path} HTTP/1.1`, "Host: weir", `Content-Length: ${body.length}`, ...lines];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}

export function inChunks(path: string, ...chunks: string[]): string {
  const wire = [...chunks, ""].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join("");
  return `POST ${path} HTTP/1.1\r\nHost: weir\r\nTransfer-Encoding: chunked\r\n\r\n${wire}`;
}
