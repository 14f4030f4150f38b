/**
 * Actions that the audit log once spelled otherwise, by their earlier spelling. Entries are never changed, so they are
 * translated when they are read.
 */
const earlierActions: Readonly<Record<string, string>> = {
  "account.set_expectation": "account.set-expectation",
  "account.set_retention": "account.set-retention",
  "chain.draft.discard": "chain.discard-draft",
  "chain.draft.save": "chain.save-draft",
  "dead_letter.discard": "dead-letter.discard",
  "dead_letter.replay": "dead-letter.replay",
  "sensor.set_retention": "sensor.set-retention",
};

export function currentAction(stored: string): string {
  return earlierActions[stored] ?? stored;
}

/** The earlier spellings of an action, or of all actions of a kind: the part before the dot. */
export function earlierSpellings(action: string): string[] {
  return Object.entries(earlierActions)
    .filter(([, current]) => current === action || current.startsWith(`${action}.`))
    .map(([earlier]) => earlier);
}
