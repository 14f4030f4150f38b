import { provisionPath } from "@weir/protocol/provisioning";
import type { Answer } from "../../ingest/http/answer.ts";
import { parseHead } from "../../ingest/http/request-head.ts";
import { SourceKeys } from "../../ingest/limit/source-key.ts";
import { makeLimit, openLimiter } from "../../installation/open-installation.ts";
import { parseNetwork } from "../../platform/address.ts";
import type { PlainHttp } from "../../web/refuse-plain-http.ts";
import type { ApiParts } from "../core/api-context.ts";
import { createProvisioningExchange } from "./provisioning-exchange.ts";
import { openProvisioningLimits } from "./provisioning-limits.ts";

export interface AskedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many forms.
  readonly json: any;
}

export interface Asking {
  readonly method?: string;
  readonly type?: string | null;
  readonly peer?: string;
  /** Further lines of the head. */
  readonly headers?: string;
  /** Sent instead of the body as JSON. */
  readonly bytes?: Uint8Array;
}

/** For tests: asks as devices do, on the control data of an API under test. */
export function openAskingDevices(
  { control, clock, log, defaultContract, turns }: ApiParts,
  plainHttp: PlainHttp = "allow",
) {
  const exchange = createProvisioningExchange({
    control,
    clock,
    log,
    defaultContract,
    sources: new SourceKeys([parseNetwork("192.0.2.1")!]),
    hasTls: false,
    plainHttp,
    turns,
    limits: openProvisioningLimits((_name, options) => openLimiter(makeLimit(options))),
  });
  return async (body: unknown, { method = "POST", type = "application/json", ...how }: Asking = {}) => {
    const typeLine = type === null ? "" : `\r\nContent-Type: ${type}`;
    const head = parseHead(
      `${method} ${provisionPath} HTTP/1.1\r\nHost: weir\r\nAccept: application/json${typeLine}${how.headers ?? ""}`,
    );
    if (!head.ok) throw new Error("The head is malformed.");
    const begun = await exchange(head.head, how.peer ?? "192.0.2.7")!;
    const bytes = how.bytes ?? Buffer.from(JSON.stringify(body));
    return read("take" in begun ? await begun.take(bytes) : begun);
  };
}

function read({ status, headers, body }: Answer): AskedAnswer {
  return { status, headers, json: JSON.parse(body as string) };
}
