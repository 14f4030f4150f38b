import { accountOwner, type ChainWork, type WorkOwner } from "./chain-work.ts";

/**
 * The same work, requested by one caller: a person or a key. Within an account it counts with the tenant, so that nobody gets
 * more turns or time by having more accounts.
 */
export function workOfCaller(work: ChainWork, caller: string, tenantId: number | null): ChainWork {
  const ofTenant = tenantId === null ? {} : { name: accountOwner(tenantId).name };
  const of = (owner: WorkOwner): WorkOwner => (owner.isLimited ? { ...owner, ...ofTenant, caller } : owner);
  return {
    admit: (owner, chainBytes) => work.admit(of(owner), chainBytes),
    facts: (owner, definition) => work.facts(of(owner), definition),
    checkExpression: (owner, question) => work.checkExpression(of(owner), question),
    rehearse: (owner, trial, readings) => work.rehearse(of(owner), trial, readings),
    compare: (owner, trial, readings) => work.compare(of(owner), trial, readings),
    tryAlertRule: (owner, order, pages) => work.tryAlertRule(of(owner), order, pages),
    useOf: (tenantId) => work.useOf(tenantId),
    close: () => work.close(),
  };
}
