import { afterAll, beforeAll, describe, setDefaultTimeout } from "bun:test";
import {
  type AccountOnServer,
  accountOnServer,
  accountOnSharedServer,
} from "../../browser/world/account-on-server.ts";
import { OwnedAccount } from "../../browser/world/owned-account.ts";
import type { WeirInstallation } from "../../harness/weir-installation.ts";
import type { Page } from "./page.ts";
import { serveFetch } from "./serve-fetch.ts";
import { ServerEvents } from "./server-events.ts";
import { SilentStream } from "./silent-sources.ts";
import { type VisitOptions, visitPages } from "./visit-pages.ts";
import { pageWindow } from "./window.ts";

export interface ServedPages<Served extends AccountOnServer = AccountOnServer> extends OwnedAccount<Served> {
  visit<T>(act: (page: Page, faults: string[]) => Promise<T>, options?: VisitOptions): Promise<T>;
}

/**
 * Like `describePages`, but with a server that runs: it takes readings, runs chains, and sends its events to the pages.
 * Test files of the same process share a server and have accounts of their own.
 */
export function describeServedPages(subject: string, body: (at: ServedPages) => void): void {
  describeServed(subject, accountOnSharedServer, body);
}

/** The same with a server that no other test uses, and these settings. */
export function describePagesWithServer(
  subject: string,
  body: (at: ServedPages<AccountOnServer & { readonly weir: WeirInstallation }>) => void,
  settings: () => Promise<Readonly<Record<string, string>>> = async () => ({}),
): void {
  describeServed(subject, async () => accountOnServer(await settings()), body);
}

function describeServed<Served extends AccountOnServer>(
  subject: string,
  serve: () => Promise<Served>,
  body: (at: ServedPages<Served>) => void,
): void {
  setDefaultTimeout(60_000);
  describe(subject, () => {
    const account = new OwnedAccount<Served>();
    beforeAll(async () => {
      await account.open(serve);
      serveFetch.begin(account.served.url);
      useEvents(ServerEvents);
    });
    afterAll(async () => {
      useEvents(SilentStream);
      await account[Symbol.asyncDispose]();
    });
    const visit: ServedPages["visit"] = (act, { session = account.owner, expected } = {}) =>
      visitPages(session, act, expected);
    body(Object.assign(account, { visit }));
  });
}

function useEvents(EventSource: typeof ServerEvents | typeof SilentStream): void {
  for (const place of [pageWindow, globalThis]) Object.assign(place, { EventSource });
}
