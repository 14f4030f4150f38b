/**
 * Finds out whether the servers of the queue sync an entry to disk before they acknowledge it. If they do not, an
 * acknowledged entry is for a while only in the memory of as many machines as the stream has replicas.
 */
import type { NatsConnection } from "@nats-io/nats-core";

/** Older servers sync every two minutes, whatever their settings say. */
const firstWithSync = [2, 10] as const;
const askTimeoutMs = 2000;

export interface DurabilityFinding {
  readonly verdict: "synced" | "not synced" | "unknown";
  /** For people: what was found, what it means, and what to do. */
  readonly text: string;
  /** The servers that reported something about themselves. */
  readonly servers: readonly ServerFacts[];
}

/** What a server reports about itself at its monitoring address. */
export interface ServerFacts {
  readonly name: string;
  readonly version: string;
  /** Null if the server does not report it. */
  readonly syncsAlways: boolean | null;
}

/** `queue_require_sync` is set, but the servers do not sync, or it is unknown. */
class QueueNotSyncedError extends Error {
  readonly code = "queue_not_synced";
}

/** `monitorUrls` are the known monitoring addresses of the servers. */
export async function findDurability(
  connection: NatsConnection,
  monitorUrls: readonly string[],
): Promise<DurabilityFinding> {
  const asked = await Promise.all(monitorUrls.map((url) => askServer(url)));
  const known = asked.filter((facts) => facts !== null);
  const { server_name: name = "", version = "" } = connection.info ?? {};
  const servers = known.length > 0 ? known : [{ name, version, syncsAlways: null }];
  return judgeServers(servers, asked.length - known.length);
}

/** `silent` is how many servers did not answer. */
export function judgeServers(servers: readonly ServerFacts[], silent: number): DurabilityFinding {
  return { ...verdictOn(servers, silent), servers };
}

function verdictOn(servers: readonly ServerFacts[], silent: number): Omit<DurabilityFinding, "servers"> {
  const old = servers.find(({ version }) => !hasSync(version));
  if (old !== undefined)
    return notSynced(
      `The NATS server ${old.name} has version ${old.version}, which syncs to disk every two minutes and acknowledges readings before that.`,
    );
  const lax = servers.find(({ syncsAlways }) => syncsAlways === false);
  if (lax !== undefined)
    return notSynced(
      `The NATS server ${lax.name} acknowledges readings before they are synced to disk, because sync_interval is not "always".`,
    );
  if (silent > 0 || servers.some(({ syncsAlways }) => syncsAlways === null))
    return {
      verdict: "unknown",
      text: "Weir cannot see whether every NATS server syncs readings to disk before it acknowledges them. Set the monitoring addresses of all servers (nats_monitor_urls) to have this checked.",
    };
  return { verdict: "synced", text: "The NATS servers sync readings to disk before they acknowledge them." };
}

/** Throws QueueNotSyncedError unless every server is known to sync. */
export function requireSync({ verdict, text }: Pick<DurabilityFinding, "verdict" | "text">): void {
  if (verdict !== "synced") throw new QueueNotSyncedError(`${text} (queue_require_sync is set.)`);
}

function notSynced(cause: string): Omit<DurabilityFinding, "servers"> {
  const effect =
    "If several servers lose power at the same time, or one does while others are cut off, readings that were already answered with 202 can be lost.";
  const remedy = 'Use NATS 2.15 with "sync_interval: always" in the jetstream block of every server.';
  return { verdict: "not synced", text: `${cause} ${effect} ${remedy}` };
}

/** Whether servers of this version can sync before they acknowledge. */
export function hasSync(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map((part) => Number.parseInt(part, 10));
  return major > firstWithSync[0] || (major === firstWithSync[0] && minor >= firstWithSync[1]);
}

/** Resolves to null if the server does not answer. */
async function askServer(url: string): Promise<ServerFacts | null> {
  try {
    const answer = await fetch(new URL("/varz", url), { signal: AbortSignal.timeout(askTimeoutMs) });
    return factsOf(await answer.json());
  } catch {
    return null;
  }
}

/** Reads the facts from the document at `/varz`. */
export function factsOf(varz: unknown): ServerFacts {
  const { server_name: name, version, jetstream } = varz as MonitoringDocument;
  const syncsAlways = jetstream?.config?.sync_always;
  const isKnown = jetstream?.config?.sync_interval !== undefined || syncsAlways !== undefined;
  return {
    name: String(name ?? ""),
    version: String(version ?? ""),
    syncsAlways: isKnown ? syncsAlways === true : null,
  };
}

interface MonitoringDocument {
  readonly server_name?: unknown;
  readonly version?: unknown;
  readonly jetstream?: {
    readonly config?: { readonly sync_always?: unknown; readonly sync_interval?: unknown };
  };
}
