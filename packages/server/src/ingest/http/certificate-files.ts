import { readFileSync, statSync } from "node:fs";

export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

export interface TlsPair {
  readonly cert: string;
  readonly key: string;
}

/** How often the files are checked. Polling is more reliable than watching: renewals replace files, links and whole folders. */
const lookEveryMs = 2000;

/** Throws if certificate and key do not belong together, so that a half-written renewal is never used. */
export function readCertificate({ certFile, keyFile }: CertificateFiles): TlsPair {
  const pair = { cert: readFileSync(certFile, "utf8"), key: readFileSync(keyFile, "utf8") };
  // Loaded here, because most listeners have no certificate and the module takes megabytes.
  process.getBuiltinModule("node:tls").createSecureContext(pair);
  return pair;
}

export interface CertificateWatch {
  stop(): void;
}

/**
 * Calls `onChange` with the new pair when the files have changed and fit together. If they do not, or `onChange` throws, calls
 * `onProblem` once for each state of the files and tries again each time: a file may have been read while it was written.
 */
export function watchCertificate(
  files: CertificateFiles,
  onChange: (pair: TlsPair) => void,
  onProblem: (error: unknown) => void,
  everyMs = lookEveryMs,
): CertificateWatch {
  let used = stamp(files);
  let refused = "";
  const timer = setInterval(() => {
    const now = stamp(files);
    if (now === used) return;
    try {
      onChange(readCertificate(files));
      used = now;
    } catch (error) {
      if (now !== refused) onProblem(error);
      refused = now;
    }
  }, everyMs);
  return { stop: () => clearInterval(timer) };
}

function stamp({ certFile, keyFile }: CertificateFiles): string {
  return `${stampOf(certFile)} ${stampOf(keyFile)}`;
}

function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? "none" : `${stats.ino}:${stats.size}:${stats.mtimeMs}`;
}
