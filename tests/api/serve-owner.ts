import { afterAll } from "bun:test";
import { givenEngines } from "../harness/given-engines.ts";
import { type InstalledWeir, installWeir } from "../harness/install-weir.ts";
import type { InstalledOwner } from "../harness/installed-data.ts";
import { sharedEnginesVariable } from "../harness/programs.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import type { WeirProcess } from "../harness/weir-process.ts";
import { BrowserSession, ownerPassword } from "./browser-session.ts";

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

/** The owner of an account on a server that may have other accounts. */
type SharedOwner = Pick<ServedOwner, "weir" | "owner">;
type SharedOwnerHere = Pick<OwnerHere, "weir" | "owner">;

const ada: InstalledOwner = { email: "ada@example.org", password: ownerPassword };

/** The same on one machine, for tests of features that only one machine has. */
export async function serveOwnerHere(env: Readonly<Record<string, string>> = {}): Promise<OwnerHere> {
  return serveOwnerOf(new WeirInstallation({ env }));
}

/**
 * An installation and its owner for all tests of a file. It starts while the file is loaded and ends after the last
 * test. Only tests that stop the server, change its settings or look at all its accounts need their own.
 */
export function serveOwner(env: Readonly<Record<string, string>> = {}): Promise<ServedOwner> {
  return serveOwnerOf(installWeir(env));
}

async function serveOwnerOf<Weir extends InstalledWeir>(weir: Weir) {
  afterAll(() => weir[Symbol.asyncDispose]());
  try {
    return { weir, ...(await startWithOwner(weir)) };
  } catch (error) {
    await weir[Symbol.asyncDispose]();
    throw error;
  }
}

/**
 * Starts a server that has an owner already. Following the set-up link rates and hashes a password, which takes as much
 * CPU as the start.
 */
export async function startWithOwner<Weir extends InstalledWeir>(weir: Weir) {
  await weir.createOwner(ada);
  const server = (await weir.start()) as Awaited<ReturnType<Weir["start"]>>;
  return { server, owner: await BrowserSession.signIn(weir, ada) };
}

/** A new account and its owner. In a cluster, they have the installation to themselves. */
export function serveAccount(): Promise<SharedOwner> {
  return givenEngines === null ? serveAccountHere() : serveOwner();
}

let shared: Promise<WeirInstallation> | undefined;
let accounts = 0;

/**
 * The same on one machine. In `npm test`, the files of a process share a server, which ends with the process, because
 * starting one and having it answer its first requests takes a second of CPU.
 */
export async function serveAccountHere(): Promise<SharedOwnerHere> {
  if (process.env[sharedEnginesVariable] !== "1") return serveOwnerHere();
  shared ??= startShared();
  const weir = await shared;
  const owner = { ...ada, email: `ada@${++accounts}.example` };
  await weir.createAccount(owner);
  return { weir, owner: await BrowserSession.signIn(weir, owner) };
}

async function startShared(): Promise<WeirInstallation> {
  const weir = new WeirInstallation();
  await weir.createOwner({ ...ada, email: "operator@example.org" });
  await weir.start();
  return weir;
}
