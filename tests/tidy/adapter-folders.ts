import { product, serverRoot } from "./source-files.ts";

/**
 * The adapters of the store on each engine, PostgreSQL first: folders, and what a record keeps beside its columns because the
 * engines differ.
 */
export const storeEngines = ["postgres", "sqlite"].map((engine) => [
  `store/engine/${engine}/`,
  `store/readings/${engine}/`,
  ...product
    .filter((file) => file.startsWith(`${serverRoot}store/`) && file.endsWith(`-${engine}.ts`))
    .map((file) => file.slice(serverRoot.length)),
]);

/** Adapters, which only the installation may name. */
export const adapters = [
  "bus/local/",
  "bus/nats/",
  "control/postgres/",
  "control/sqlite/",
  "counters/asked/",
  "installation/embedded/embedded-installation.ts",
  "installation/embedded/file-counters.ts",
  "installation/embedded/open-intake.ts",
  "installation/embedded/open-store.ts",
  "limit/redis/",
  "limit/shared-memory/",
  "queue/jetstream/",
  "queue/log-intake/",
  "queue/shared-intake/",
  "queue/sqlite-log/",
  ...storeEngines.flat(),
];

/** The only folders that know SQLite: the adapters on it, what they share, and what only one machine has. */
export const sqliteFolders = [
  "control/sqlite/",
  "installation/embedded/",
  "platform/sqlite/",
  "queue/sqlite-log/",
  ...storeEngines[1]!,
];

/** The only folders that know the engines of a cluster, by the driver of each. */
export const driverFolders: Readonly<Record<string, readonly string[]>> = {
  pg: ["control/postgres/", "installation/cluster/", "platform/postgres/", ...storeEngines[0]!],
  "@nats-io/": ["bus/nats/", "installation/cluster/", "platform/nats/", "queue/jetstream/"],
};

/** All folders that may use the words and types of one engine. */
export const engineFolders = [...sqliteFolders, ...Object.values(driverFolders).flat()];
