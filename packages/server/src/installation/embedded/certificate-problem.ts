import type { Config } from "../../config/settings.ts";
import { readCertificate } from "../../ingest/http/certificate-files.ts";
import { reasonOf } from "../../platform/log.ts";

/** Why the named files cannot serve HTTPS; null if they can, or if HTTPS was not requested. */
export function certificateProblem({ tlsCert, tlsKey }: Config): string | null {
  if (tlsCert === null || tlsKey === null) return null;
  try {
    readCertificate({ certFile: tlsCert, keyFile: tlsKey });
    return null;
  } catch (error) {
    return `The certificate ${tlsCert} with the key ${tlsKey} cannot be used: ${reasonOf(error)}`;
  }
}
