/**
 * Opens the installation that the settings describe, and everything that the threads of one process share in any
 * installation. Besides `embedded/` and `cluster/`, this is the only place that names adapters. All other files know
 * only ports.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { isCluster } from "../config/is-cluster.ts";
import type { Config } from "../config/settings.ts";
import { controlFile } from "../control/sqlite/control-file.ts";
import type { Limiter, LimitOptions } from "../limit/limiter.ts";
import { SharedWindowLimiter } from "../limit/shared-memory/shared-window-limiter.ts";
import { makeSharedWindows, type SharedWindows } from "../limit/shared-memory/shared-windows.ts";
import type { Intake } from "../queue/intake.ts";
import type { IntakeOutcomes, ToIntake } from "../queue/shared-intake/intake-messages.ts";
import { makeRing } from "../queue/shared-intake/request-ring.ts";
import { RingServer } from "../queue/shared-intake/ring-server.ts";
import { SharedIntake } from "../queue/shared-intake/shared-intake.ts";
import type { Installation } from "./installation.ts";
import type { ProcessPlace, StartingRole } from "./starting-role.ts";

/** Waits for the engines of a cluster. Does not wait on one machine. */
export async function openInstallation(config: Config, starting: StartingRole): Promise<Installation> {
  if (isCluster(config)) {
    const { ClusterInstallation } = await import("./cluster/cluster-installation.ts");
    return ClusterInstallation.open(config, starting);
  }
  return openDataFolder(config, starting.place);
}

/** The installation on one machine. */
export async function openDataFolder(config: Config, place?: ProcessPlace): Promise<Installation> {
  const { EmbeddedInstallation } = await import("./embedded/embedded-installation.ts");
  return new EmbeddedInstallation(config, place);
}

/** Whether a server has ever started on the data folder. */
export function hasControlData(dataDir: string): boolean {
  return existsSync(join(dataDir, controlFile));
}

/** A limit that the threads of a process share. It is created once and posted to each thread, which opens it. */
export function makeLimit(options: LimitOptions): SharedLimit {
  return makeSharedWindows(options);
}

export type SharedLimit = SharedWindows;

export function openLimiter(limit: SharedLimit): Limiter {
  return new SharedWindowLimiter(limit);
}

/** The messages between a listener thread and the intake thread. */
export type IntakeMessage = ToIntake;
export type IntakeAnswer = IntakeOutcomes;

/** The intake of a listener thread, whose requests go through the ring to the intake thread. */
export function openSharedIntake(ring: SharedArrayBuffer, post: (message: ToIntake) => void): SharedIntake {
  return new SharedIntake(ring, post);
}

/** Serves one listener thread with an intake of this thread, over a ring of `ringBytes`. */
export function serveSharedIntake(
  intake: Intake,
  ringBytes: number,
  post: (outcomes: IntakeOutcomes) => void,
) {
  const ring = makeRing(ringBytes);
  const server = new RingServer(intake, ring, post);
  return { ring, receive: (message: ToIntake) => server.receive(message) };
}
