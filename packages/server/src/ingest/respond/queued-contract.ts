import { queuedMessage } from "@weir/protocol/contracts";
import { apiErrors } from "@weir/protocol/errors";
import type { Contract } from "./contract.ts";

/** The current contract: 202 and counts, errors with machine-readable codes. */
export const queuedContract: Contract = {
  takesSlugInUrl: true,
  limitsPerDevice: false,
  answersWhenSettled: false,

  /** Built by hand, because it is the answer to nearly every request. */
  success({ accepted, duplicates, rejected }, _endpoint, sensor) {
    const reasons = rejected === null ? "{}" : JSON.stringify(rejected);
    const counts = `{"message":"${queuedMessage}","accepted":${accepted},"duplicates":${duplicates},"rejected":${reasons}`;
    return {
      status: 202,
      body: sensor === null ? `${counts}}` : `${counts},"sensor":${JSON.stringify(sensor)}}`,
    };
  },

  refusal(error, details) {
    const { status, code, message } = apiErrors[error];
    const body = code === null ? { message, ...details } : { message, error: code, ...details };
    return { status, body: JSON.stringify(body) };
  },
};
