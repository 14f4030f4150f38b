/**
 * Which row of the maker a claimed device came from, and what a repeated request must match. A claim writes both rows at nearly
 * the same time; a row that the account got by other means is older or younger and gets no origin.
 */
export const provisioningColumns = `
ALTER TABLE hardware_ids ADD COLUMN claimed_from TEXT;
ALTER TABLE hardware_ids ADD COLUMN nonce_hash BLOB;
UPDATE hardware_ids SET claimed_from = (
  SELECT maker.uuid FROM hardware_ids AS maker
  WHERE maker.state = 'claimed' AND maker.claimed_account_id = hardware_ids.account_id
    AND maker.hardware_id = hardware_ids.hardware_id AND abs(maker.decided_at - hardware_ids.asked_at) < 1000000)
WHERE key_id IS NULL AND state = 'provisioned';
`;
