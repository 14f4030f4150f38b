/**
 * Why a message could not be delivered, in words for the account that sent it: without secrets, addresses inside the network or
 * text of the other side. `failed` is tried again; `hopeless` can never succeed.
 */
export class DeliveryError extends Error {
  readonly code: "failed" | "hopeless";

  constructor(code: "failed" | "hopeless", reason: string, cause?: unknown) {
    super(reason, { cause });
    this.code = code;
  }
}
