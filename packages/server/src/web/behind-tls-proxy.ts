import { type Answer, strictTransport } from "../ingest/http/answer.ts";
import type { RequestHead } from "../ingest/http/request-head.ts";
import type { SourceKeys } from "../ingest/limit/source-key.ts";
import { withMarks } from "../ingest/respond/answer-marks.ts";
import type { ManagedTaker } from "./managed-taker.ts";

type Begun<Taker extends ManagedTaker> = Answer | Taker | null;
type Begin<Taker extends ManagedTaker> = (
  head: RequestHead,
  peerAddress: string,
) => Begun<Taker> | Promise<Begun<Taker>>;

/**
 * A listener without TLS does not ask browsers to stay with it. If a trusted proxy in front has received the request over TLS,
 * its answer asks for that, as the answers of a listener with TLS do.
 */
export function behindTlsProxy<Taker extends ManagedTaker>(
  { sources, hasTls }: { readonly sources: SourceKeys; readonly hasTls: boolean },
  begin: Begin<Taker>,
): Begin<Taker> {
  if (hasTls || !sources.trustsProxies) return begin;
  return (head, peerAddress) => {
    const begun = begin(head, peerAddress);
    if (begun === null || !sources.isSecureByProxy(peerAddress, head.headers)) return begun;
    return begun instanceof Promise ? begun.then(secured) : secured(begun);
  };
}

function secured<Taker extends ManagedTaker>(begun: Begun<Taker>): Begun<Taker> {
  if (begun === null) return null;
  if (!("take" in begun)) return withMarks(begun, strictTransport);
  return {
    ...begun,
    take: async (body: Parameters<ManagedTaker["take"]>[0]) =>
      withMarks(await begun.take(body), strictTransport),
  };
}
