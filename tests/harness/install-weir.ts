import type { ChainDefinition } from "@weir/rule-engine/chain";
import { ClusterInstallation } from "./cluster-installation.ts";
import { givenEngines } from "./given-engines.ts";
import type { InstalledDevice, InstalledMember, InstalledOwner } from "./installed-data.ts";
import type { ShownCounts } from "./server-on-folder.ts";
import { WeirInstallation } from "./weir-installation.ts";
import type { WeirProcess } from "./weir-process.ts";

/** An installation of real processes for tests of the API and of pages: on one machine, or as a cluster. */
export interface InstalledWeir extends AsyncDisposable {
  /** The address for devices and people. */
  readonly url: string;
  readonly logText: string;
  /** The addresses of the nodes of a role. On one machine there is one address for everything. */
  urlsOf(role: "ingest" | "manage"): readonly string[];
  /** Null in a cluster. */
  readonly dataDir: string | null;
  /** Resolves to the server; null in a cluster. */
  start(): Promise<WeirProcess | null>;
  createDevice(slugs: readonly string[], newAccount?: string): Promise<InstalledDevice>;
  /** Must be called before the first start. */
  createOwner(owner: InstalledOwner): Promise<void>;
  /** A person in the first account. */
  createMember(member: InstalledMember): Promise<void>;
  /** Keeps the processors from writing until it is disposed of. */
  holdStore(): Promise<AsyncDisposable>;
  publishDefaultChain(definition: ChainDefinition): Promise<void>;
  status(): Promise<ShownCounts>;
  /** Waits until every accepted reading is settled, and returns the totals. */
  untilSettled(timeoutMs?: number): Promise<ShownCounts>;
}

/** On one machine, or as a cluster if engines are given. */
export function installWeir(env: Readonly<Record<string, string>> = {}): InstalledWeir {
  return givenEngines === null ? new WeirInstallation({ env }) : new ClusterInstallation(givenEngines, env);
}
