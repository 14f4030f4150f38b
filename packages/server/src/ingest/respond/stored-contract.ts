import { storedMessages } from "@weir/protocol/contracts";
import type { ApiErrorName } from "@weir/protocol/errors";
import type { Contract, Rendered } from "./contract.ts";
import { queuedContract } from "./queued-contract.ts";

/** Errors that the earlier contract words differently; every other error is shared. */
const ownMessages: Partial<Record<ApiErrorName, { status: number; message: string }>> = {
  missingToken: { status: 401, message: storedMessages.unauthenticated },
  invalidToken: { status: 401, message: storedMessages.unauthenticated },
  deviceNotFound: { status: 404, message: storedMessages.notFound },
  sensorNotFound: { status: 404, message: storedMessages.notFound },
  tooManyRequests: { status: 429, message: storedMessages.tooManyRequests },
};

/** The earlier contract: 201 and a count, for firmware that cannot be changed. */
export const storedContract: Contract = {
  takesSlugInUrl: false,
  limitsPerDevice: true,
  answersWhenSettled: true,

  success({ accepted, duplicates }, endpoint, sensor): Rendered {
    const count = accepted + duplicates;
    switch (endpoint) {
      case "single":
        return created({ message: storedMessages.single, sensor });
      case "bulk":
        return created({ message: storedMessages.bulk(count), sensor, count });
      case "batch":
        return created({ message: storedMessages.batch(count), count });
    }
  },

  refusal(error, details) {
    const own = ownMessages[error];
    if (own === undefined) return queuedContract.refusal(error, details);
    return { status: own.status, body: JSON.stringify({ message: own.message }) };
  },
};

function created(body: Record<string, unknown>): Rendered {
  return { status: 201, body: JSON.stringify(body) };
}
