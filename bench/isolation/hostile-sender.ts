import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { HostileLoad, HostileRequest } from "./hostile-loads.ts";
import type { FromSender, Sent, ToSender } from "./hostile-process.ts";
import { fromAnySource } from "./isolation-world.ts";

/**
 * Sends the requests of a load over all its connections from `go` to `stop`, then tells how often which status was answered. A
 * request that is not answered in this time counts as unanswered; the first bytes of a stream are an answer.
 */
const answerMsMax = 30_000;
/** Refused clients that do not heed Retry-After, but do not spend all their time on refusals. */
const refusedPauseMs = 20;

const { connections, requests } = JSON.parse(readFileSync(process.argv[2]!, "utf8")) as HostileLoad;
let run: Run | null = null;

process.on("message", (message: ToSender) => {
  if (message.kind === "go") {
    run = new Run(message);
    return;
  }
  const sent = run!.end();
  process.send!({ kind: "sent", sent } satisfies FromSender);
});
process.send!({ kind: "prepared" } satisfies FromSender);

class Run {
  readonly #go: ToSender & { kind: "go" };
  readonly #answers: Record<string, number> = {};
  readonly #startedMs = performance.now();
  #sentBytes = 0;
  #receivedBytes = 0;
  #isOver = false;

  constructor(go: ToSender & { kind: "go" }) {
    this.#go = go;
    for (let index = 0; index < connections; index++) void this.#loop(index);
  }

  end(): Sent {
    this.#isOver = true;
    const seconds = (performance.now() - this.#startedMs) / 1000;
    return {
      answers: this.#answers,
      sentBytes: this.#sentBytes,
      receivedBytes: this.#receivedBytes,
      seconds,
    };
  }

  async #loop(start: number): Promise<void> {
    const { sink } = this.#go;
    for (let index = start; !this.#isOver; index++) {
      const outcome = await this.#sendWith(requests[index % requests.length]!);
      if (this.#isOver) return;
      this.#answers[outcome] = (this.#answers[outcome] ?? 0) + 1;
      if (sink !== null) await Bun.sleep(sink.pauseMs);
      else if (outcome === "429" || outcome === "503") await Bun.sleep(refusedPauseMs);
    }
  }

  async #sendWith({ first, last, ...request }: HostileRequest): Promise<string> {
    if (first === undefined || this.#go.sink !== null) return (await this.#send(request)).outcome;
    const created = await this.#send(first);
    if (created.outcome !== "201") return created.outcome;
    const { uuid } = JSON.parse(created.text) as { uuid: string };
    const withUuid = (one: HostileRequest) => ({ ...one, url: one.url.replace("{uuid}", uuid) });
    const { outcome } = await this.#send(withUuid(request));
    if (last !== undefined) await this.#send(withUuid(last));
    return outcome;
  }

  async #send(request: HostileRequest): Promise<{ outcome: string; text: string }> {
    const { sink } = this.#go;
    const body = bodyOf(request);
    try {
      const response = await fetch(sink?.url ?? request.url, {
        method: sink === null ? request.method : "POST",
        headers: { ...request.headers, ...fromAnySource() },
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.timeout(answerMsMax),
      });
      this.#sentBytes += body?.length ?? 0;
      if (response.headers.get("content-type")?.startsWith("text/event-stream")) {
        await this.#readForAWhile(response);
        return { outcome: String(response.status), text: "" };
      }
      const received = Buffer.from(await response.arrayBuffer());
      this.#receivedBytes += received.length;
      return { outcome: String(response.status), text: response.status === 201 ? received.toString() : "" };
    } catch (error) {
      const isLate = error instanceof Error && error.name === "TimeoutError";
      return { outcome: isLate ? "unanswered" : "broken off", text: "" };
    }
  }

  /** An open page. It is closed and opened again, which costs more than leaving it open. */
  async #readForAWhile(response: Response): Promise<void> {
    const reader = response.body!.getReader();
    const untilMs = performance.now() + 500;
    while (performance.now() < untilMs) {
      const next = await Promise.race([reader.read(), Bun.sleep(100).then(() => null)]);
      this.#receivedBytes += next?.value?.length ?? 0;
      if (next?.done) break;
    }
    await reader.cancel();
  }
}

const bodies = new Map<string, Buffer>();

function bodyOf({ body: text, isVaried }: HostileRequest): Buffer | undefined {
  if (text === undefined) return undefined;
  const body = bodies.get(text) ?? Buffer.from(text, "base64");
  bodies.set(text, body);
  return isVaried ? Buffer.from(body.toString().replaceAll("{random}", randomUUID())) : body;
}
