import { afterAll } from "bun:test";
import { WeirInstallation } from "../harness/weir-installation.ts";
import type { WeirProcess } from "../harness/weir-process.ts";
import { BrowserSession } from "./browser-session.ts";

interface ServedOwner {
  readonly weir: WeirInstallation;
  readonly server: WeirProcess;
  readonly owner: BrowserSession;
}

/** A server and its owner for all tests of a file: started while the file is loaded, ended after its last test. */
export async function serveOwner(env: Readonly<Record<string, string>> = {}): Promise<ServedOwner> {
  const weir = new WeirInstallation({ env });
  afterAll(() => weir[Symbol.asyncDispose]());
  try {
    const server = await weir.start();
    return { weir, server, owner: await BrowserSession.setUp(weir) };
  } catch (error) {
    await weir[Symbol.asyncDispose]();
    throw error;
  }
}
