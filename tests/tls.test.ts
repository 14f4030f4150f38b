import { expect, setDefaultTimeout, test } from "bun:test";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect, type TLSSocket } from "node:tls";
import { type EmbeddedWeir, startEmbeddedWeir } from "./harness/embedded-weir.ts";
import { postReadings } from "./harness/post-readings.ts";
import { tempFolder } from "./harness/temp-folder.ts";
import { type TlsFixture, tlsFixture } from "./harness/tls-fixture.ts";
import { waitUntil } from "./harness/wait-until.ts";

const first = tlsFixture("first");
const second = tlsFixture("second");
const trusted = [first.cert, second.cert];
setDefaultTimeout(20_000);

/** A whole Weir that serves HTTPS with the first certificate. */
class SecureWeir implements AsyncDisposable {
  readonly weir: EmbeddedWeir;
  readonly #folder: ReturnType<typeof tempFolder>;
  #stopped: Promise<void> | null = null;

  static async start(): Promise<SecureWeir> {
    const folder = tempFolder();
    install(first, folder.path);
    const weir = await startEmbeddedWeir({ tls_cert: certFile(folder.path), tls_key: keyFile(folder.path) });
    return new SecureWeir(weir, folder);
  }

  private constructor(weir: EmbeddedWeir, folder: ReturnType<typeof tempFolder>) {
    this.weir = weir;
    this.#folder = folder;
  }

  async replaceCertificate(): Promise<void> {
    install(second, this.#folder.path);
    await waitUntil("the certificate was replaced", () => this.#logged("the certificate was replaced") === 1);
  }

  /** Writes this text in place of the certificate, and waits until the server has noticed it. */
  async breakCertificate(text: string): Promise<void> {
    const complaint = "the new certificate is unusable, the old one stays";
    const before = this.#logged(complaint);
    writeFileSync(certFile(this.#folder.path), text);
    await waitUntil("the problem was logged", () => this.#logged(complaint) > before);
  }

  connect(): Promise<SecureConnection> {
    return SecureConnection.open(this.weir.url);
  }

  /** Stops the server, once. */
  stop(): Promise<void> {
    this.#stopped ??= Promise.resolve(this.weir[Symbol.asyncDispose]());
    return this.#stopped;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    this.#folder[Symbol.dispose]();
  }

  #logged(message: string): number {
    return this.weir.logLines.filter((line) => line.includes(message)).length;
  }
}

function certFile(folder: string): string {
  return join(folder, "cert.pem");
}

function keyFile(folder: string): string {
  return join(folder, "key.pem");
}

function install(pair: TlsFixture, folder: string): void {
  copyFileSync(pair.certFile, certFile(folder));
  copyFileSync(pair.keyFile, keyFile(folder));
}

/** An HTTPS connection that reads every answer before it sends the next request. */
class SecureConnection implements Disposable {
  readonly #socket: TLSSocket;
  #received = "";
  #ended = false;

  static open(url: string): Promise<SecureConnection> {
    const opened = Promise.withResolvers<SecureConnection>();
    const { hostname: host, port } = new URL(url);
    const socket = connect({ host, port: Number(port), ca: trusted });
    socket.once("secureConnect", () => opened.resolve(new SecureConnection(socket)));
    socket.once("error", opened.reject);
    return opened.promise;
  }

  private constructor(socket: TLSSocket) {
    this.#socket = socket;
    socket.setEncoding("utf8");
    socket.on("data", (text) => {
      this.#received += text;
    });
    for (const event of ["end", "close", "error"]) {
      socket.on(event, () => {
        this.#ended = true;
      });
    }
  }

  get certificateName(): string {
    return String(this.#socket.getPeerCertificate().subject.CN);
  }

  get isOpen(): boolean {
    return !this.#ended;
  }

  write(text: string): void {
    this.#socket.write(text);
  }

  /** The status of the next answer; null if the connection ends without one. */
  async status(): Promise<number | null> {
    await waitUntil(
      "an answer or the end has come",
      () => this.#ended || this.#received.includes("\r\n\r\n"),
    );
    const status = /^HTTP\/1\.1 (\d+)/.exec(this.#received)?.[1];
    this.#received = "";
    return status === undefined ? null : Number(status);
  }

  get(path: string): Promise<number | null> {
    this.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    return this.status();
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }
}

// Run in parallel, because the server looks for a new certificate only every two seconds.
test.concurrent("accepts readings over HTTPS", async () => {
  await using server = await SecureWeir.start();
  const { url, createDevice } = server.weir;
  const device = await createDevice({ sensors: ["temperature"] });
  expect(url).toStartWith("https://");
  const reading = { sensor: "temperature", data: { value: 21.5 } };
  const response = await postReadings(url, device, reading, { tls: { ca: trusted } });
  expect(response.status).toBe(202);
  await expect(fetch(url.replace("https:", "http:"))).rejects.toThrow();
});

test.concurrent("shows a replaced certificate to new connections", async () => {
  await using server = await SecureWeir.start();
  using before = await server.connect();
  expect(before.certificateName).toBe("weir-test-first");
  await server.replaceCertificate();
  for (let i = 0; i < 20; i++) {
    using after = await server.connect();
    expect(after.certificateName).toBe("weir-test-second");
    expect(await after.get("/healthz")).toBe(200);
  }
});

test.concurrent("answers a request that was begun before the certificate was replaced", async () => {
  await using server = await SecureWeir.start();
  using connection = await server.connect();
  connection.write("POST /api/v1/devices/none/readings HTTP/1.1\r\nHost: localhost\r\n");
  await server.replaceCertificate();
  connection.write("Content-Length: 2\r\n\r\n{}");
  expect(await connection.status()).toBe(401);
});

test.concurrent("closes connections of every certificate when the server stops", async () => {
  await using server = await SecureWeir.start();
  using old = await server.connect();
  await server.replaceCertificate();
  using current = await server.connect();
  await server.stop();
  await waitUntil("the connections are closed", () => !old.isOpen && !current.isOpen, 10_000);
});

test.concurrent("lets a client that reconnects through while the certificate is replaced", async () => {
  await using server = await SecureWeir.start();
  const client = Bun.spawn(
    [process.execPath, "-e", restlessClient, server.weir.url, JSON.stringify(trusted)],
    {
      stdin: "pipe",
      stdout: "pipe",
      stderr: "inherit",
    },
  );
  const output = client.stdout.pipeThrough(new TextDecoderStream()).getReader();
  expect((await output.read()).value).toBe("connected");
  await server.replaceCertificate();
  using after = await server.connect();
  expect(await after.get("/healthz")).toBe(200);
  client.stdin.end();
  expect((await output.read()).value).toBe("failures: ");
  await client.exited;
});

test.concurrent("keeps the old certificate after a broken renewal, and uses a repaired one", async () => {
  await using server = await SecureWeir.start();
  for (const text of ["", "not a certificate"]) {
    await server.breakCertificate(text);
    using connection = await server.connect();
    expect(connection.certificateName).toBe("weir-test-first");
    expect(await connection.get("/healthz")).toBe(200);
  }
  await server.replaceCertificate();
  using connection = await server.connect();
  expect(connection.certificateName).toBe("weir-test-second");
});

/** Opens connections one after another, 64 at a time, until its input ends, then reports those that failed. */
const restlessClient = `
const [, url, ca] = process.argv;
let stopping = false;
process.stdin.on("end", () => (stopping = true)).resume();
const failures = [];
const ask = () => fetch(url + "/healthz", { keepalive: false, tls: { ca: JSON.parse(ca) } }).then((answer) => answer.text());
await ask();
process.stdout.write("connected");
await Promise.all(Array.from({ length: 64 }, async () => {
  while (!stopping) await ask().catch(ask).catch((error) => failures.push(error.code ?? error.message));
}));
process.stdout.write("failures: " + failures.join(" "), () => process.exit(0));
`;
