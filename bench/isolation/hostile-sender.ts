import { readFileSync } from "node:fs";
import type { HostileLoad } from "./hostile-loads.ts";
import { fromAnySource } from "./isolation-world.ts";

/**
 * Sends the requests of a load over all its connections until it is told to stop, then prints how often which status was
 * answered. A request that is not answered in this time counts as unanswered; the first bytes of a stream are an answer.
 */
const answerMsMax = 30_000;

const { connections, requests } = JSON.parse(readFileSync(process.argv[2]!, "utf8")) as HostileLoad;
const prepared = requests.map(({ body, ...request }) => ({
  ...request,
  ...(body === undefined ? {} : { body: Buffer.from(body, "base64") }),
}));
type PreparedRequest = Omit<(typeof prepared)[number], "url">;
const counts: Record<string, number> = {};
let isStopping = false;

async function loop(start: number): Promise<void> {
  for (let index = start; !isStopping; index++) {
    const { url, ...request } = prepared[index % prepared.length]!;
    const outcome = await send(url, request);
    if (isStopping) return;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    // As a client that heeds Retry-After would not, but without spinning on refusals.
    if (outcome === "429" || outcome === "503") await Bun.sleep(20);
  }
}

async function send(url: string, request: PreparedRequest): Promise<string> {
  try {
    const headers = { ...request.headers, ...fromAnySource() };
    const response = await fetch(url, { ...request, headers, signal: AbortSignal.timeout(answerMsMax) });
    if (response.headers.get("content-type")?.startsWith("text/event-stream")) await readForAWhile(response);
    else await response.arrayBuffer();
    return String(response.status);
  } catch (error) {
    return error instanceof Error && error.name === "TimeoutError" ? "unanswered" : "broken off";
  }
}

/** An open page. It is closed and opened again, which costs more than leaving it open. */
async function readForAWhile(response: Response): Promise<void> {
  const reader = response.body!.getReader();
  const untilMs = performance.now() + 500;
  while (performance.now() < untilMs) {
    const next = await Promise.race([reader.read(), Bun.sleep(100).then(() => null)]);
    if (next?.done) break;
  }
  await reader.cancel();
}

process.on("SIGTERM", () => {
  isStopping = true;
  console.log(JSON.stringify(counts));
  process.exit();
});
await Promise.all(Array.from({ length: connections }, (_, index) => loop(index)));
