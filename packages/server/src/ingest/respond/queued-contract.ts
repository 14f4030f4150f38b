import { queuedMessage } from "@weir/protocol/contracts";
import { apiErrors } from "@weir/protocol/errors";
import type { Contract } from "./contract.ts";

/** The contract of today: 202 and counts, errors with machine-readable codes. */
export const queuedContract: Contract = {
  takesSlugInUrl: true,
  limitsPerDevice: false,

  success(outcome, _endpoint, sensor) {
    const { accepted, duplicates, rejected } = outcome;
    const counts = { message: queuedMessage, accepted, duplicates, rejected };
    return { status: 202, body: JSON.stringify(sensor === null ? counts : { ...counts, sensor }) };
  },

  refusal(error, details) {
    const { status, code, message } = apiErrors[error];
    const body = code === null ? { message, ...details } : { message, error: code, ...details };
    return { status, body: JSON.stringify(body) };
  },
};
