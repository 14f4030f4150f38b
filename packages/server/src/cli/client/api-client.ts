import type { CallAnswer, CallInput, RouteName } from "@weir/protocol/manage/calls";
import type { Problem } from "@weir/protocol/manage/problem";
import type { Route } from "@weir/protocol/manage/route";
import { routeTarget } from "@weir/protocol/manage/route-target";
import { manageRoutes } from "@weir/protocol/manage/routes";
import { stringify } from "../../platform/raw-json.ts";
import { CommandFailure } from "../failure.ts";
import { parseExactly } from "./parse-exactly.ts";

/** Sends a request to the management API, wherever it is, and returns the answer. */
export type Send = (target: string, init: RequestInit) => Promise<Response>;

export interface AccountName {
  readonly uuid: string;
  readonly name: string;
}

/** A device as routes name it, with its account. */
interface DevicePlace {
  readonly params: { readonly account: string; readonly device: string };
  readonly account: AccountName;
}

/** Something in one account, by which the operator may name the account. */
type InAccount = NonNullable<CallInput<"findAccount">["query"]>;

interface AnyInput {
  readonly params?: Readonly<Record<string, string | number | undefined>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly uploadOffset?: number;
  readonly ifMatch?: string | undefined;
  readonly signal?: AbortSignal;
}

/** Names of routes that answer with a page of items. */
export type ListRoute = {
  [Name in RouteName]: CallAnswer<Name> extends { readonly items: readonly unknown[] } ? Name : never;
}[RouteName];

export type ItemOf<Name extends ListRoute> =
  CallAnswer<Name> extends { readonly items: readonly (infer Item)[] } ? Item : never;

/** The management API as commands call it. A refusal ends the command with the server's message. */
export class ApiClient {
  readonly #send: Send;
  /** Whether it reaches every account. */
  readonly isOperator: boolean;

  constructor(send: Send, { isOperator }: { readonly isOperator: boolean }) {
    this.#send = send;
    this.isOperator = isOperator;
  }

  async call<Name extends RouteName>(name: Name, input: CallInput<Name>): Promise<CallAnswer<Name>> {
    const text = await (await this.open(name, input)).text();
    return (text === "" ? null : parseExactly(text)) as CallAnswer<Name>;
  }

  /** The answer as it arrives, for streams and files. */
  async open<Name extends RouteName>(name: Name, input: CallInput<Name>): Promise<Response> {
    const { params, query, body, uploadOffset, ifMatch, signal } = input as AnyInput;
    const route: Route = manageRoutes[name];
    const headers: Record<string, string> = {};
    if (body !== undefined)
      headers["Content-Type"] = route.bodyType === "bytes" ? "application/octet-stream" : "application/json";
    if (uploadOffset !== undefined) headers["Upload-Offset"] = String(uploadOffset);
    if (ifMatch !== undefined) headers["If-Match"] = ifMatch;
    const response = await this.#send(routeTarget(route.path, params, query), {
      method: route.method,
      headers,
      ...(body === undefined ? {} : { body: body instanceof Uint8Array ? body : stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    if (!response.ok) throw await failureOf(response);
    return response;
  }

  /** All items of a list, or at most this many, page by page. */
  async items<Name extends ListRoute>(
    name: Name,
    input: CallInput<Name>,
    max = Number.POSITIVE_INFINITY,
  ): Promise<ItemOf<Name>[]> {
    const found: ItemOf<Name>[] = [];
    const { query = {} } = input as AnyInput;
    for (let cursor: string | null | undefined; cursor !== null && found.length < max; ) {
      const next = { ...input, query: { ...query, cursor } } as CallInput<Name>;
      const page = (await this.call(name, next)) as Page<ItemOf<Name>>;
      found.push(...page.items);
      cursor = page.next;
    }
    return found.slice(0, max);
  }

  /**
   * The account to work in: the named one, or the oldest, which is created if there is none. A key has just one
   * account.
   */
  async accountFor(named: string | undefined): Promise<AccountName> {
    if (!this.isOperator) return this.#accountOfKey(named);
    return named === undefined
      ? this.call("useFirstAccount", {})
      : this.call("findAccount", { query: { account: named } });
  }

  /** The account that something is in. A name narrows it down if several accounts may have it. */
  async accountOf(thing: InAccount, named: string | undefined): Promise<AccountName> {
    if (named !== undefined || !this.isOperator) return this.accountFor(named);
    return this.call("findAccount", { query: thing });
  }

  /** The place of a device, in any account. */
  async placeOfDevice(device: string): Promise<DevicePlace> {
    const account = await this.accountOf({ device }, undefined);
    return { params: { account: account.uuid, device }, account };
  }

  /** The accounts of a list: the named one, or all. */
  async accounts(named: string | undefined): Promise<readonly AccountName[]> {
    if (named !== undefined) return [await this.accountFor(named)];
    return this.items("listAccounts", { query: { limit: 1000 } });
  }

  /** Makes sure that readings accepted a moment ago are in the next list. A key reads what is there. */
  async awaitAccepted(): Promise<void> {
    if (this.isOperator) await this.call("awaitAccepted", {});
  }

  async #accountOfKey(named: string | undefined): Promise<AccountName> {
    const [account] = (await this.call("listAccounts", {})).items;
    if (account === undefined)
      throw new CommandFailure("unknown_account", "The API key belongs to no account.");
    if (named === undefined || [account.name, account.uuid].includes(named)) return account;
    throw new CommandFailure("unknown_account", `The API key is for the account "${account.name}" only.`);
  }
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

async function failureOf(response: Response): Promise<CommandFailure> {
  const text = await response.text();
  try {
    const { code, detail, errors } = JSON.parse(text) as Problem;
    const listed =
      errors?.length === 1 ? [] : (errors ?? []).map((each) => `\n  ${each.field}: ${each.message}`);
    return new CommandFailure(code, withOptions(detail + listed.join("")));
  } catch {
    const message = `The server answered ${response.status}, which is not a response of Weir's management API.`;
    return new CommandFailure("not_weir", message);
  }
}

/** Parameters of a query are options of commands, and people know them as such. */
function withOptions(message: string): string {
  return message.replace(
    /^( *)query\.(\w+): /gm,
    (_, indent: string, name: string) => `${indent}--${name.replaceAll("_", "-")}: `,
  );
}
