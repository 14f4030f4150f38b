/** What a connection is doing. */
export type ConnectionState =
  /** Between requests, or within a head. */
  | "head"
  /** Receiving a body that somebody wants. */
  | "body"
  /** Receiving the rest of a body that was refused; its answer is already sent. */
  | "discard"
  /** A request is being answered; what comes meanwhile waits. */
  | "answering"
  /** The last answer is on its way out, or nobody is there to read one. */
  | "closing";
