import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { EngineProcess, isListening } from "../../../../../scripts/engines/engine-process.ts";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { freePort } from "../../../../../tests/harness/free-port.ts";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { createLog } from "../log.ts";
import { onReconnect } from "./on-reconnect.ts";
import { openNats } from "./open-nats.ts";

describeUnless(await whyNoEngines(), "a connection to NATS", () => {
  test("waits for a server, reconnects after losing it, and logs no password", async () => {
    using folder = tempFolder();
    const [port, otherPort] = [freePort(), freePort()];
    const lines: string[] = [];
    const log = createLog("debug", "test", (line) => void lines.push(line));
    const has = (message: string) => lines.some((line) => line.includes(message));
    const start = () => startWithPassword(folder.path, port);

    const opening = openNats(`nats://weir:s3cret@127.0.0.1:${otherPort},nats://127.0.0.1:${port}`, {
      name: "weir test",
      log,
    });
    await until(() => has("NATS cannot be reached"));
    const first = await start();
    const nats = await opening;
    const heard: string[] = [];
    let isBack = false;
    const forget = onReconnect(nats, () => {
      isBack = true;
    });
    nats.subscribe("s", { callback: (_, message) => void heard.push(message.string()) });
    await first.kill();
    await until(() => has("connection to NATS was lost"));
    const second = await start();
    await until(() => has("connection to NATS is back"));
    await until(() => isBack);
    forget();
    nats.publish("s", "after");
    await until(() => heard.includes("after"));
    await nats.close();
    await second.kill();
    expect(has("s3cret")).toBe(false);
  });

  test("says that the password is refused, and keeps trying", async () => {
    using folder = tempFolder();
    const port = freePort();
    const lines: string[] = [];
    const log = createLog("debug", "test", (line) => void lines.push(line));
    const server = await startWithPassword(folder.path, port);
    const stop = new AbortController();
    const opening = openNats(`nats://weir:wr0ng@127.0.0.1:${port}`, {
      name: "weir test",
      log,
      signal: stop.signal,
    });
    await until(() => lines.length > 0);
    stop.abort();
    await expect(opening).rejects.toThrow();
    await server.kill();
    expect(lines.join("")).toContain("The server refuses the user name, password or token.");
    expect(lines.join("")).not.toContain("wr0ng");
  });
});

async function startWithPassword(folder: string, port: number): Promise<EngineProcess> {
  const config = join(folder, "nats.conf");
  writeFileSync(config, `listen: 127.0.0.1:${port}\nauthorization { user: weir, password: s3cret }\n`);
  return EngineProcess.start({
    name: "NATS with a password",
    command: ["nats-server", "-c", config],
    logFile: join(folder, "nats.log"),
    isReady: () => isListening(port),
  });
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await Bun.sleep(5);
}
