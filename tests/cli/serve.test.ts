import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { putMigratedFiles } from "../harness/migrated-files.ts";
import { findProcess } from "../harness/running-process.ts";
import { tempFolder } from "../harness/temp-folder.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { plainEnvironment, type ServingWeir, serve, weir } from "./weir-command.ts";

// Each test starts processes, which takes a while on a busy machine.
setDefaultTimeout(60_000);

const tlsFile = (name: string) => join(import.meta.dir, "..", "fixtures", "tls", name);
const stackTrace = /^\s+at /m;

function pasteable(banner: string, start: RegExp): string {
  return banner.split("\n").find((line) => start.test(line))!;
}

async function paste(line: string): Promise<string> {
  const shell = Bun.spawn(["sh", "-c", line], {
    cwd: join(import.meta.dir, "..", ".."),
    env: plainEnvironment(),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, complaint] = await Promise.all([shell.stdout.text(), shell.stderr.text()]);
  if ((await shell.exited) !== 0) throw new Error(complaint);
  return output;
}

const clearTextWarning = "device tokens are sent in clear text";
const orderly = ["listening", "stopping", "stopped"];

test("prints commands at the first start that work when pasted, no token at later starts, and stops in an orderly way on SIGINT", async () => {
  using folder = tempFolder();
  const dataDir = join(folder.path, "it's here");
  const first = await serve(dataDir);
  expect(first.banner).toContain(`Data folder  ${dataDir}`);
  expect(JSON.parse(await paste(pasteable(first.banner, /^curl /)))).toMatchObject({ accepted: 1 });
  const seen = await paste(pasteable(first.banner, / readings --device /));
  expect(seen).toContain("21.5");
  const shown = JSON.parse(await paste(pasteable(first.banner, / device token /))) as { token: string };
  expect(first.banner).toContain(shown.token);
  first.kill("SIGINT");
  const { stdout, stderr } = await first.ended;
  expect(stdout.split(shown.token)).toHaveLength(2);
  expect(stderr).not.toContain("wdt_");

  const second = await serve(dataDir);
  second.kill("SIGINT");
  const later = await second.ended;
  expect(later.stdout + later.stderr).not.toContain("wdt_");
  expect(later.stdout).not.toContain("curl");
  expect(later.stdout).toContain("use --host 0.0.0.0 to let other machines connect");
  expect(later.stderr).not.toContain(clearTextWarning);
  expect({ code: later.code, log: logMessages(later.stderr) }).toEqual({ code: 0, log: orderly });
});

test("prints a command that works over HTTPS as well", async () => {
  using folder = tempFolder();
  const tls = ["--tls-cert", tlsFile("first.cert.pem"), "--tls-key", tlsFile("first.key.pem")];
  await using server = await serve(join(folder.path, "data"), ...tls);
  expect(server.url).toStartWith("https://");
  expect(JSON.parse(await paste(pasteable(server.banner, /^curl /)))).toMatchObject({ accepted: 1 });
});

test("starts without a device with --no-demo, and stops in an orderly way on SIGTERM", async () => {
  using folder = tempFolder();
  const dataDir = join(folder.path, "data");
  const server = await serve(dataDir, "--no-demo");
  expect(server.banner).not.toContain("curl");
  expect((await weir(["device", "list", "--json", "--data", dataDir])).stdout).toBe("[]\n");
  server.kill("SIGTERM");
  const { code, stderr } = await server.ended;
  expect({ code, log: logMessages(stderr) }).toEqual({ code: 0, log: orderly });
});

test("does not wait for open requests after a second Ctrl-C", async () => {
  using folder = tempFolder();
  const server = await serve(join(folder.path, "data"), "--drain-timeout-s", "600");
  const socket = await openUnfinishedRequest(server);
  server.kill("SIGINT");
  await waitUntil("the stop has begun", async () => !(await isListening(server)));
  server.kill("SIGINT");
  expect((await server.ended).code).toBe(130);
  socket.destroy();
});

test("warns about listening on all addresses without TLS, unless behind a proxy, and says who can reach it", async () => {
  using folder = tempFolder();
  for (const [flags, isWarned] of [
    [[], true],
    [["--trusted-proxies", "10.0.0.1"], false],
  ] as const) {
    const server = await serve(join(folder.path, "data"), "--host", "0.0.0.0", ...flags);
    expect(server.url).toStartWith("http://127.0.0.1:");
    expect(server.banner).toContain(`Dashboard    ${server.url}\n`);
    expect(server.banner).not.toContain("use --host 0.0.0.0");
    server.kill("SIGTERM");
    expect((await server.ended).stderr.includes(clearTextWarning)).toBe(isWarned);
  }
});

test("refuses a second server on the same folder, even on the same port", async () => {
  using folder = tempFolder();
  const dataDir = join(folder.path, "data");
  await using server = await serve(dataDir);
  for (const port of ["0", new URL(server.url).port]) {
    const { code, stdout, stderr } = await weir(["serve", "--data", dataDir, "--port", port]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(`Another Weir server is using ${dataDir}`);
    expect(stderr).not.toMatch(stackTrace);
  }
});

test("names a port that is in use, and does not use up the first start", async () => {
  using folder = tempFolder();
  const dataDir = join(folder.path, "data");
  using other = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data: () => undefined } });
  const { port } = other;
  const { code, stderr } = await weir(["serve", "--data", dataDir, "--port", String(port)]);
  expect(code).toBe(1);
  expect(stderr).toContain(`Port ${port} of 127.0.0.1 is already in use`);
  expect(stderr).not.toMatch(stackTrace);
  await using retried = await serve(dataDir);
  expect(retried.banner).toContain("curl");
});

test.each(["control.db", "queue.db", "weir.db"])("refuses a %s of a newer Weir", async (file) => {
  using folder = tempFolder();
  putMigratedFiles(folder.path, "control", "log", "store");
  const db = new Database(join(folder.path, file));
  db.run("PRAGMA user_version = 99");
  db.close();
  const { code, stderr } = await weir(["serve", "--data", folder.path, "--port", "0"]);
  expect(code).toBe(1);
  expect(stderr).toContain(`${file} has schema version 99`);
  expect(stderr).not.toMatch(stackTrace);
});

test("names files that cannot be used for HTTPS", async () => {
  using folder = tempFolder();
  const start = (cert: string, key: string) =>
    weir(["serve", "--data", folder.path, "--port", "0", "--tls-cert", cert, "--tls-key", key]);
  const missing = await start(join(folder.path, "none.pem"), tlsFile("first.key.pem"));
  expect(missing.code).toBe(1);
  expect(missing.stderr).toContain("none.pem");
  const mixed = await start(tlsFile("first.cert.pem"), tlsFile("second.key.pem"));
  expect(mixed.code).toBe(1);
  expect(mixed.stderr).toContain("second.key.pem");
  expect(missing.stderr + mixed.stderr).not.toMatch(stackTrace);
});

test("refuses a token key that others can read", async () => {
  using folder = tempFolder();
  writeFileSync(join(folder.path, "token.key"), new Uint8Array(32));
  chmodSync(join(folder.path, "token.key"), 0o644);
  const { code, stderr } = await weir(["serve", "--data", folder.path, "--port", "0"]);
  expect(code).toBe(1);
  expect(stderr).toContain("chmod 600");
  expect(stderr).not.toMatch(stackTrace);
});

test("lists all problems of the configuration at once, with exit code 2, and creates nothing", async () => {
  using folder = tempFolder();
  const dataDir = join(folder.path, "data");
  const file = join(folder.path, "bad.toml");
  writeFileSync(file, 'rate_limt = 5\nentries_max = "7"\n');
  const args = ["serve", "--data", dataDir, "--config", file, "--port", "seven"];
  const { code, stderr } = await weir(args, { WEIR_LOG_LEVEL: "loud", WEIR_TOKEN_KEY: "not-a-good-secret" });
  expect(code).toBe(2);
  for (const named of [
    "rate_limt",
    "rate_limit",
    "entries_max",
    "--port",
    "WEIR_LOG_LEVEL",
    "WEIR_TOKEN_KEY",
  ]) {
    expect(stderr).toContain(named);
  }
  expect(stderr).not.toContain("not-a-good-secret");
  expect(existsSync(dataDir)).toBeFalse();
});

test("keeps running when its output is closed", async () => {
  using folder = tempFolder();
  const script = 'bin/weir serve --data "$1" --port 0 --json 2>&1 & echo $!';
  const shell = Bun.spawn(["sh", "-c", `(${script}) | head -2`, "sh", folder.path], {
    cwd: join(import.meta.dir, "..", ".."),
    env: plainEnvironment(),
    stdout: "pipe",
  });
  const [pid, started] = (await shell.stdout.text()).split("\n");
  const { url } = JSON.parse(started!) as { url: string };
  expect((await weir(["status", "--json", "--data", folder.path])).stdout).toContain('"running":true');
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  process.kill(Number(pid), "SIGTERM");
  await waitUntil("the server has ended", () => findProcess(Number(pid)) === null);
});

function logMessages(stderr: string): string[] {
  const lines = stderr.split("\n").filter((line) => line !== "");
  return lines.map((line) => (JSON.parse(line) as { message: string }).message);
}

/** A request whose body never ends, and which the server has begun to read. */
async function openUnfinishedRequest({ url, banner }: ServingWeir) {
  const [, path] = /https?:\/\/[^/]+(\/api\S+)/.exec(banner)!;
  const [, token] = /Bearer (\S+)'/.exec(banner)!;
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
  const head = [
    `POST ${path} HTTP/1.1`,
    "Host: weir",
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
    "Content-Length: 100",
    "Expect: 100-continue",
  ];
  const answered = new Promise<void>((resolve) => socket.once("data", () => resolve()));
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  await answered;
  return socket;
}

async function isListening({ url }: ServingWeir): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
