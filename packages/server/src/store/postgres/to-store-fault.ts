import { StoreFault } from "../store-fault.ts";

/**
 * SQLSTATEs after which nobody knows what is on the disk: a failed read or write, and pages or indexes that are corrupted. Everything
 * else, such as a full disk (53100), a standby that only reads (25006), a lost race (40001) or a server that ends (57P01), may work
 * when it is tried again.
 */
const ofDisk: ReadonlySet<string> = new Set(["58030", "XX001", "XX002"]);

/** What the server or the driver threw, as the port knows it. */
export function toStoreFault(error: unknown): StoreFault {
  const message = error instanceof Error ? error.message : String(error);
  const code = faultCode(error);
  return new StoreFault(`PostgreSQL: ${message}`, { cause: error, isOfDisk: ofDisk.has(code ?? "") });
}

/** The SQLSTATE of a fault, or what the operating system calls it; null where the driver gave it none. */
export function faultCode(error: unknown): string | null {
  const cause = error instanceof StoreFault ? error.cause : error;
  const code = cause instanceof Error && "code" in cause ? cause.code : null;
  return typeof code === "string" ? code : null;
}
