import { text } from "./column-types.ts";

/** Origins of claims and repeats of requests, as in control.db. */
export const provisioningColumns = `
ALTER TABLE hardware_ids
  ADD COLUMN claimed_from ${text},
  ADD COLUMN nonce_hash bytea;
UPDATE hardware_ids SET claimed_from = (
  SELECT maker.uuid FROM hardware_ids AS maker
  WHERE maker.state = 'claimed' AND maker.claimed_account_id = hardware_ids.account_id
    AND maker.hardware_id = hardware_ids.hardware_id AND abs(maker.decided_at - hardware_ids.asked_at) < 1000000)
WHERE key_id IS NULL AND state = 'provisioned';
`;
