import type { SystemPackage } from "../../scripts/system-packages.ts";

/**
 * Chromium without its windows and menus, which nobody looks at here: a file of tests takes 12 seconds in place of the 19 it
 * takes in the whole browser.
 */
export const headlessBrowser = debian("chromium-headless-shell");

/**
 * `npm test` sets this to "1", because a browser takes a second of CPU to start: test files in one process then share a browser, which
 * ends with the process, and the runner deletes its files. Otherwise each file starts a browser and closes it.
 */
export const sharedBrowserVariable = "SHARED_TEST_BROWSER";

/** As people have it, where it is measured how fast a page is. */
export const wholeBrowser = debian("chromium");

/** The engines of other browsers, in which the main pages are opened. */
export const firefox = debian("firefox-esr");
export const webkitDriver = debian("WebKitWebDriver", "webkit2gtk-driver");
export const displayServer = debian("Xvfb", "xvfb");

export const mqttBroker = [debian("mosquitto"), debian("mosquitto_sub", "mosquitto-clients")];

export const tracer = debian("strace");

/** Offers what a well-kept client would not: suites without forward secrecy, old versions of TLS. */
export const tlsClient = debian("openssl");

/** The engines of a cluster. */
const natsServer = debian("nats-server");
const redisServer = debian("redis-server");
/** Its programs are in no PATH, but those of postgresql-common, which comes with it, are. */
const postgresServer = debian("pg_lsclusters", "postgresql");
const proxy = debian("haproxy");
export const clusterEngines = [natsServer, redisServer, postgresServer, proxy];

/** What tests run that npm does not bring. `npm test` installs all of it before the first test. */
export const testPrograms: readonly SystemPackage[] = [
  ...[headlessBrowser, firefox, webkitDriver, displayServer],
  ...[...mqttBroker, tracer, tlsClient, ...clusterEngines],
];

function debian(command: string, name = command): SystemPackage {
  return { command, package: name };
}
