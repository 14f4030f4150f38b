import type { SystemPackage } from "../../scripts/system-packages.ts";

/**
 * Chromium without windows and menus, which nobody looks at here: a test file takes 12 seconds with it and 19 with the
 * whole browser.
 */
export const headlessBrowser = debian("chromium-headless-shell");

/**
 * `npm test` sets this to "1", because a browser takes a second of CPU time to start. Test files in one process then
 * share a browser, which ends with the process, and the runner deletes its files. Otherwise each file starts and closes
 * its own browser.
 */
export const sharedBrowserVariable = "SHARED_TEST_BROWSER";

/**
 * `npm test` sets this to "1". Test files in one process then share a PostgreSQL server and a server for the contract,
 * which the runner ends together with the process. Otherwise each file starts and stops its own.
 */
export const sharedEnginesVariable = "SHARED_TEST_ENGINES";

/** The whole browser, as people have it, for measurements of page speed and for notifications. */
export const wholeBrowser = debian("chromium");

/** The engines of other browsers, for the main pages. */
export const firefox = debian("firefox-esr");
export const webkitDriver = debian("WebKitWebDriver", "webkit2gtk-driver");
export const displayServer = debian("Xvfb", "xvfb");

export const mqttBroker = [debian("mosquitto"), debian("mosquitto_sub", "mosquitto-clients")];

export const tracer = debian("strace");

/** Offers what a modern client would not: suites without forward secrecy, and old versions of TLS. */
export const tlsClient = debian("openssl");

/** The engines of a cluster. */
const natsServer = debian("nats-server");
const redisServer = debian("redis-server");
/** Its programs are not in the PATH, but those of postgresql-common, which is installed with it, are. */
const postgresServer = debian("pg_lsclusters", "postgresql");
const proxy = debian("haproxy");
export const clusterEngines = [natsServer, redisServer, postgresServer, proxy];

/** What some faults of a cluster need: dropping packets, and a wrong clock. */
export const faultPrograms = [debian("nft", "nftables"), debian("faketime")];

/** Programs for tests that do not come from npm. `npm test` installs all of them before the first test. */
export const testPrograms: readonly SystemPackage[] = [
  headlessBrowser,
  wholeBrowser,
  firefox,
  webkitDriver,
  displayServer,
  ...mqttBroker,
  tracer,
  tlsClient,
  ...clusterEngines,
];

function debian(command: string, name = command): SystemPackage {
  return { command, package: name };
}
