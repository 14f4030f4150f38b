import { afterAll } from "bun:test";
import { type InstalledWeir, installWeir } from "../harness/install-weir.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import type { WeirProcess } from "../harness/weir-process.ts";
import { BrowserSession } from "./browser-session.ts";

interface ServedOwner {
  readonly weir: InstalledWeir;
  /** Null in a cluster. */
  readonly server: WeirProcess | null;
  readonly owner: BrowserSession;
}

interface OwnerHere extends ServedOwner {
  readonly weir: WeirInstallation;
  readonly server: WeirProcess;
}

/** The same on one machine, for tests of features that only one machine has. */
export async function serveOwnerHere(env: Readonly<Record<string, string>> = {}): Promise<OwnerHere> {
  return serveOwnerOf(new WeirInstallation({ env }));
}

/**
 * An installation and its owner for all tests of a file. It starts while the file is loaded and ends after the last
 * test.
 */
export function serveOwner(env: Readonly<Record<string, string>> = {}): Promise<ServedOwner> {
  return serveOwnerOf(installWeir(env));
}

async function serveOwnerOf<Weir extends InstalledWeir>(weir: Weir) {
  afterAll(() => weir[Symbol.asyncDispose]());
  try {
    const server = (await weir.start()) as Awaited<ReturnType<Weir["start"]>>;
    return { weir, server, owner: await BrowserSession.setUp(weir) };
  } catch (error) {
    await weir[Symbol.asyncDispose]();
    throw error;
  }
}
