import { chmodSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "./temp-folder.ts";

/** The files of a certificate and its key. */
export interface TestCertificate {
  readonly cert: string;
  readonly key: string;
}

/** A certificate authority for one test, with a certificate for servers on this machine and one for clients. */
export interface TestAuthority extends Disposable {
  readonly ca: string;
  readonly server: TestCertificate;
  /** For a server of another name. */
  readonly otherServer: TestCertificate;
  readonly client: TestCertificate;
}

const isRoot = process.getuid?.() === 0;

export async function testAuthority(): Promise<TestAuthority> {
  const folder = tempFolder();
  chmodSync(folder.path, 0o755);
  const file = (name: string) => join(folder.path, name);
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc", "-days", "2"];
  const authority = { cert: file("ca.pem"), key: file("ca.key") };
  await openssl("req", "-x509", ...newKey, "-subj", "/CN=Test authority", ...intoFiles(authority));
  const issue = async (name: string, extension: string): Promise<TestCertificate> => {
    const issued = { cert: file(`${name}.pem`), key: file(`${name}.key`) };
    const signed = ["-CA", authority.cert, "-CAkey", authority.key, "-addext", extension];
    await openssl("req", "-x509", ...newKey, ...signed, "-subj", `/CN=${name}`, ...intoFiles(issued));
    // PostgreSQL runs as a user of its own if the tests run as root, and refuses keys that others can read.
    if (isRoot) await run("chown", "postgres", issued.key);
    chmodSync(issued.key, 0o600);
    return issued;
  };
  return {
    ca: authority.cert,
    server: await issue("server", "subjectAltName=IP:127.0.0.1,DNS:localhost"),
    otherServer: await issue("other", "subjectAltName=DNS:other.example"),
    client: await issue("weir", "extendedKeyUsage=clientAuth"),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

function intoFiles({ cert, key }: TestCertificate): string[] {
  return ["-out", cert, "-keyout", key];
}

function openssl(...args: readonly string[]): Promise<void> {
  return run("openssl", ...args);
}

async function run(...command: readonly string[]): Promise<void> {
  const running = Bun.spawn([...command], { stdout: "ignore", stderr: "pipe" });
  const complaint = await running.stderr.text();
  if ((await running.exited) !== 0) throw new Error(`${command[0]} failed: ${complaint.trim()}`);
}
