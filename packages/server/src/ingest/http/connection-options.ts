import type { RenderAnswer } from "./answer.ts";
import type { Exchange } from "./exchange.ts";
import type { HeldBytes } from "./held-bytes.ts";

/** What the connections of one listener share. */
export interface ConnectionOptions {
  readonly exchange: Exchange;
  readonly render: RenderAnswer;
  readonly held: HeldBytes;
  /** Called when the handler of a request has thrown. */
  readonly onFault: (error: unknown) => void;
}
