import type { SeededRandom } from "../../harness/seeded-random.ts";
import { AnswerReader } from "./answer-reader.ts";
import { type BadRequest, badRequest, type Target } from "./bad-request.ts";

interface SendOptions {
  readonly url: string;
  readonly target: Target;
  readonly requests: number;
  readonly random: SeededRandom;
}

interface Sent {
  readonly requests: number;
  readonly answers: number;
  readonly problems: readonly string[];
}

const connections = 8;
const requestsPerConnection = 64;
const problemsMax = 20;
/** No connection takes this long, even on a busy machine, unless the server has forgotten it. */
const connectionMaxMs = 30_000;

/** Sends bad requests over several connections at once, many behind each other, and checks every answer. */
export async function sendBadRequests({ url, target, requests, random }: SendOptions): Promise<Sent> {
  const { hostname, port } = new URL(url);
  const problems: string[] = [];
  let sent = 0;
  let answers = 0;
  const work = async () => {
    while (sent < requests && problems.length < problemsMax) {
      const some = requestsFor(random, target);
      sent += some.length;
      const reader = await exchange(hostname, Number(port), some);
      answers += reader.count;
      problems.push(...reader.problems);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  return { requests: sent, answers, problems };
}

/** As many as fit on one connection: a request whose end is unclear is the last one. */
function requestsFor(random: SeededRandom, target: Target): BadRequest[] {
  const some: BadRequest[] = [];
  while (some.length < requestsPerConnection) {
    const request = badRequest(random, target);
    some.push(request);
    if (!request.isFramed) break;
  }
  return some;
}

/** Sends all at once, stops sending, and reads until the server closes the connection. */
async function exchange(
  hostname: string,
  port: number,
  requests: readonly BadRequest[],
): Promise<AnswerReader> {
  const reader = new AnswerReader((nth) => requests[nth]?.isHead ?? false);
  const closed = Promise.withResolvers<void>();
  let rest = Buffer.concat(requests.map(({ bytes }) => bytes));
  const send = (socket: Bun.Socket) => {
    rest = rest.subarray(Math.max(0, socket.write(rest)));
    if (rest.length === 0) socket.shutdown();
  };
  const socket = await Bun.connect({
    hostname,
    port,
    socket: {
      open: send,
      drain: (socket) => {
        if (rest.length > 0) send(socket);
      },
      data: (_, bytes) => reader.receive(bytes),
      end: (socket) => void socket.end(),
      close: () => closed.resolve(),
      error: () => closed.resolve(),
    },
  });
  const timer = setTimeout(() => {
    reader.problems.push(
      `a connection was still open after ${connectionMaxMs} ms, with ${reader.count} answers`,
    );
    socket.terminate();
  }, connectionMaxMs);
  await closed.promise;
  clearTimeout(timer);
  const framed = requests.filter(({ isFramed }) => isFramed).length;
  if (reader.count < framed && !reader.isLast) {
    const last = requests[reader.count]!.bytes.toString("latin1").slice(0, 500);
    reader.problems.push(
      `only ${reader.count} of ${framed} requests were answered; the next was ${JSON.stringify(last)}`,
    );
  }
  if (reader.unreadBytes > 0 && !reader.isLast)
    reader.problems.push(`${reader.unreadBytes} bytes are no whole answer`);
  return reader;
}
