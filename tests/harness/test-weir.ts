// Servers in the process of the tests hash and check passwords too.
import "./quick-passwords.ts";
import type { ContractName, Handling } from "@weir/protocol/contracts";
import type { DocumentLimits } from "@weir/protocol/openapi";
import type { Control } from "../../packages/server/src/control/control.ts";
import type { CreatedDevice } from "../../packages/server/src/manage/devices/insert-device.ts";
import { startClusterWeir } from "./cluster-weir.ts";
import { startEmbeddedWeir } from "./embedded-weir.ts";
import { givenEngines } from "./given-engines.ts";
import type { ManualClock } from "./manual-clock.ts";
import type { ShownCounts } from "./server-on-folder.ts";
import type { StoredData } from "./stored-data.ts";

/** A whole Weir in the test's process, on one machine or as a cluster, with a clock that the test moves. */
export interface TestWeir extends AsyncDisposable {
  /** The address for devices. In a cluster, each access returns the address of another node. */
  readonly url: string;
  /** The addresses of all nodes for devices. */
  readonly urls: readonly string[];
  /** The address for people, likewise. On one machine it is the same address. */
  readonly manageUrl: string;
  /** Null in a cluster. */
  readonly dataDir: string | null;
  /** The limits, as its documentation names them. */
  readonly limits: DocumentLimits;
  readonly clock: ManualClock;
  readonly logLines: string[];
  /** The control data. A change is in effect everywhere when its call resolves. */
  readonly control: Control;
  readonly stored: StoredData;
  createDevice(options: TestDevice): Promise<CreatedDevice>;
  counts(): Promise<ShownCounts>;
  /** Resolves when everything accepted so far is settled and the device records are written. */
  settle(): Promise<void>;
  /** Keeps the processors from writing until disposed of, as a slow store would. The queue fills up meanwhile. */
  holdStore(): Promise<AsyncDisposable>;
}

export interface TestDevice {
  readonly sensors: readonly string[];
  readonly contract?: ContractName;
  readonly handling?: Handling;
  /** The name of its account, which is created if it does not exist; the first account by default. */
  readonly account?: string;
}

export const testStart = "2026-06-15T12:00:00.000Z";

/** On one machine, or as a cluster if engines are given. Secret settings are only taken from `env`. */
export function startTestWeir(
  settings: Record<string, string> = {},
  env: Record<string, string> = {},
): Promise<TestWeir> {
  return givenEngines === null
    ? startEmbeddedWeir(settings, env)
    : startClusterWeir(givenEngines, settings, env);
}
