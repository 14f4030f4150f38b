import type { ChainWork, WorkOwner } from "./chain-work.ts";

/** The same work, requested by one caller of an account: a person or a key. */
export function workOfCaller(work: ChainWork, caller: string): ChainWork {
  const of = (owner: WorkOwner): WorkOwner => (owner.isLimited ? { ...owner, caller } : owner);
  return {
    admit: (owner, chainBytes) => work.admit(of(owner), chainBytes),
    facts: (owner, definition) => work.facts(of(owner), definition),
    checkExpression: (owner, question) => work.checkExpression(of(owner), question),
    rehearse: (owner, trial, readings) => work.rehearse(of(owner), trial, readings),
    compare: (owner, trial, readings) => work.compare(of(owner), trial, readings),
    tryAlertRule: (owner, order, pages) => work.tryAlertRule(of(owner), order, pages),
    useOf: (accountId) => work.useOf(accountId),
    close: () => work.close(),
  };
}
