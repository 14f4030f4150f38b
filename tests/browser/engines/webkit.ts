import { readdirSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../harness/free-port.ts";
import { displayServer, webkitDriver } from "../../harness/programs.ts";
import { tempFolder } from "../../harness/temp-folder.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import type { EngineTab } from "./engine-tab.ts";

/** The folder in which Debian keeps the browser of the driver. Its name contains the architecture of the machine. */
const libraries = "/usr/lib";
const browserNames = ["webkit2gtk-4.1/MiniBrowser", "webkit2gtk-4.0/MiniBrowser"];

/**
 * WebKit, the engine of Safari, in its small test browser. It needs a display, and it cannot use its sandbox as root.
 */
export async function openWebKit(): Promise<EngineTab> {
  const home = tempFolder();
  const display = Bun.spawn(
    [displayServer.command, "-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  const port = freePort();
  const driver = Bun.spawn([webkitDriver.command, "--host=127.0.0.1", `--port=${port}`], {
    env: {
      ...process.env,
      HOME: home.path,
      DISPLAY: `:${await firstLine(display.stdout)}`,
      WEBKIT_DISABLE_COMPOSITING_MODE: "1",
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
    },
    stdio: ["ignore", "ignore", "ignore"],
  });

  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: T & { readonly message?: string } };
    if (!response.ok) throw new Error(`${path}: ${value.message}`);
    return value;
  }

  await waitUntil("WebKit's driver answers", () =>
    fetch(`http://127.0.0.1:${port}/status`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const options = { binary: findBrowser(), args: ["--automation"] };
  const alwaysMatch = { browserName: "MiniBrowser", "webkitgtk:browserOptions": options };
  const { sessionId } = await call<{ sessionId: string }>("POST", "", { capabilities: { alwaysMatch } });
  const session = `/${sessionId}`;

  return {
    // The protocol does not report errors. A page that breaks says so itself.
    faults: [],
    async open(url) {
      await call("POST", `${session}/url`, { url });
    },
    run: (expression) =>
      call("POST", `${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
    async perform(actions) {
      await call("POST", `${session}/actions`, { actions });
    },
    async [Symbol.asyncDispose]() {
      await call("DELETE", session);
      driver.kill();
      display.kill();
      await Promise.all([driver.exited, display.exited]);
      home[Symbol.dispose]();
    },
  };
}

function findBrowser(): string {
  for (const folder of readdirSync(libraries)) {
    for (const name of browserNames) {
      const path = join(libraries, folder, name);
      if (Bun.which(path) !== null) return path;
    }
  }
  throw new Error(`There is no MiniBrowser below ${libraries}.`);
}

async function firstLine(output: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of output) {
    text += decoder.decode(piece, { stream: true });
    if (text.includes("\n")) return text.trim();
  }
  throw new Error("The display has ended.");
}
