import { firefox } from "../../harness/programs.ts";
import { tempFolder } from "../../harness/temp-folder.ts";
import type { EngineTab } from "./engine-tab.ts";

interface Reply {
  readonly id?: number;
  readonly type: "success" | "error" | "event";
  readonly result?: unknown;
  readonly message?: string;
  readonly params?: { readonly level?: string; readonly text?: string };
}

/** Errors that Firefox reports for the live stream when a page is left, after and before the stream is open. */
const leftBehind =
  /was interrupted while the page was loading|establish a connection to the server at \S+\/live\b/;
const listening = /WebDriver BiDi listening on (ws:\S+)/;

/**
 * Firefox with its own profile. It speaks WebDriver BiDi. This class implements the six commands that the tests need,
 * because the full library brings eighty packages.
 */
export async function openFirefox(): Promise<EngineTab> {
  const home = tempFolder();
  const browser = Bun.spawn(
    [firefox.command, "--headless", "--no-remote", "--profile", home.path, "--remote-debugging-port", "0"],
    { env: { ...process.env, HOME: home.path }, stdio: ["ignore", "ignore", "pipe"] },
  );
  const socket = new WebSocket(`${await addressIn(browser.stderr)}/session`);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const faults: string[] = [];
  const waiting = new Map<number, (reply: Reply) => void>();
  socket.onmessage = ({ data }) => {
    const reply = JSON.parse(data as string) as Reply;
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
    else if (reply.params?.level === "error") noteFault(reply.params.text ?? "an error without words");
  };

  function noteFault(text: string): void {
    if (!leftBehind.test(text)) faults.push(text);
  }

  async function call<T>(method: string, params: object = {}): Promise<T> {
    const id = waiting.size + 1;
    const replied = Promise.withResolvers<Reply>();
    waiting.set(id, replied.resolve);
    socket.send(JSON.stringify({ id, method, params }));
    const reply = await replied.promise;
    if (reply.type === "error") throw new Error(`${method}: ${reply.message}`);
    return reply.result as T;
  }

  await call("session.new", { capabilities: {} });
  await call("session.subscribe", { events: ["log.entryAdded"] });
  const { context } = await call<{ context: string }>("browsingContext.create", { type: "tab" });
  await call("browsingContext.setViewport", { context, viewport: { width: 1280, height: 800 } });

  return {
    faults,
    async open(url) {
      await call("browsingContext.navigate", { context, url, wait: "interactive" });
    },
    async run<T>(expression: string) {
      const { result, exceptionDetails } = await call<{
        readonly result?: { readonly value?: string };
        readonly exceptionDetails?: { readonly text: string };
      }>("script.evaluate", {
        target: { context },
        expression: `JSON.stringify(${expression})`,
        awaitPromise: true,
      });
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
      return JSON.parse(result?.value ?? "null") as T;
    },
    async perform(actions) {
      await call("input.performActions", { context, actions });
    },
    async [Symbol.asyncDispose]() {
      await call("browser.close");
      await browser.exited;
      home[Symbol.dispose]();
    },
  };
}

async function addressIn(output: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of output) {
    text += decoder.decode(piece, { stream: true });
    const found = listening.exec(text);
    if (found !== null) return found[1]!;
  }
  throw new Error(`Firefox has ended:\n${text}`);
}
