import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * A self-signed certificate for localhost and 127.0.0.1 with its key, valid for a hundred years. It protects nothing.
 */
export interface TlsFixture {
  readonly certFile: string;
  readonly keyFile: string;
  readonly cert: string;
  readonly key: string;
}

const folder = join(import.meta.dir, "../fixtures/tls");

/** The `rsa` key works with suites without forward secrecy. */
export function tlsFixture(name: "first" | "second" | "rsa"): TlsFixture {
  const certFile = join(folder, `${name}.cert.pem`);
  const keyFile = join(folder, `${name}.key.pem`);
  return { certFile, keyFile, cert: readFileSync(certFile, "utf8"), key: readFileSync(keyFile, "utf8") };
}
