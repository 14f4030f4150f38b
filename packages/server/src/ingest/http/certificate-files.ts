import { readFileSync, statSync } from "node:fs";
import { createSecureContext } from "node:tls";
import type { TlsPair } from "./listener.ts";

/** How often the files are looked at. Looking beats watching: renewals replace files, links and whole folders. */
const lookEveryMs = 2000;

export function readCertificate(certFile: string, keyFile: string): TlsPair {
  const pair = { cert: readFileSync(certFile, "utf8"), key: readFileSync(keyFile, "utf8") };
  // Throws where the two do not belong together, so that a half-written renewal is never put to use.
  createSecureContext(pair);
  return pair;
}

export interface CertificateWatch {
  stop(): void;
}

/** Calls `onChange` with the new pair when the files have changed and fit together, `onProblem` when they do not. */
export function watchCertificate(
  certFile: string,
  keyFile: string,
  onChange: (pair: TlsPair) => void,
  onProblem: (error: unknown) => void,
  everyMs = lookEveryMs,
): CertificateWatch {
  let seen = stamp(certFile, keyFile);
  const timer = setInterval(() => {
    const now = stamp(certFile, keyFile);
    if (now === seen) return;
    seen = now;
    try {
      onChange(readCertificate(certFile, keyFile));
    } catch (error) {
      onProblem(error);
    }
  }, everyMs);
  return { stop: () => clearInterval(timer) };
}

function stamp(...files: string[]): string {
  return files.map(stampOf).join(" ");
}

function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? "none" : `${stats.ino}:${stats.size}:${stats.mtimeMs}`;
}
