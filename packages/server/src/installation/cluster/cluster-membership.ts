import type { RedisView } from "@weir/protocol/closed-sets";
import type {
  ListedMember,
  MemberList,
  Membership,
  MembershipWatcher,
  NewMember,
} from "../../bus/nats/membership.ts";
import { isWithin } from "../../platform/is-within.ts";
import { type Log, reasonOf } from "../../platform/log.ts";
import { type Lease, leaseMs } from "./lease.ts";
import type { MemberFacts, MemberTable } from "./member-table.ts";
import { ObservedMembers } from "./observed-members.ts";

const renewEveryMs = 500;
/** How long the bus may take to answer before a member counts as cut off from it. */
const busAnswerMaxMs = 500;

interface MembershipOptions {
  readonly table: MemberTable;
  readonly lease: Lease;
  /** Resolves when the bus has answered. A member that is cut off from the bus does not renew its lease. */
  readonly busAnswers: () => Promise<unknown>;
  /** The facts that others see about this member. */
  readonly facts: MemberFacts;
  /** Whether this process reaches Redis now. */
  readonly redis: () => RedisView;
  readonly log: Log;
}

/** The place of this process among the members of a cluster, kept in PostgreSQL. */
export class ClusterMembership implements Membership {
  readonly #options: MembershipOptions;
  readonly #observed = new ObservedMembers();
  #watcher: MembershipWatcher | null = null;
  #member: NewMember | null = null;
  #listed: readonly ListedMember[] | null = null;
  #isRunning = false;
  #wasHeld = false;

  constructor(options: MembershipOptions) {
    this.#options = options;
  }

  watch(watcher: MembershipWatcher): void {
    this.#watcher = watcher;
  }

  async join(member: NewMember): Promise<void> {
    const { table, lease, facts, log } = this.#options;
    const askedMs = performance.now();
    await table.add(member, facts);
    lease.renewed(askedMs);
    this.#member = member;
    log.info("joined the cluster", { member: member.id, role: member.role });
    if (!this.#isRunning) void this.#run();
  }

  begin(): void {
    this.#options.lease.begin();
  }

  end(): void {
    this.#isRunning = false;
    this.#options.lease.end();
  }

  async leave(): Promise<void> {
    this.end();
    const member = this.#member;
    this.#member = null;
    if (member !== null) await this.#options.table.remove(member.id);
  }

  /** The members as of the last renewal. Right after the start they are read. */
  async listed(): Promise<readonly ListedMember[]> {
    return this.#listed ?? (await this.list()).members;
  }

  async list(): Promise<MemberList> {
    const members = await this.#options.table.list();
    return { members, readMs: performance.now() };
  }

  /**
   * A member acts for at most one lease after its last renewal. If it has not renewed since the list was read, that
   * renewal was before `readMs`. Otherwise it was before now, because the member can no longer renew.
   */
  async revoke(member: ListedMember, { readMs }: MemberList): Promise<void> {
    const { table } = this.#options;
    const renewals = member.isRevoked ? member.renewals : await table.revoke(member.id);
    const endsMs = (renewals === member.renewals ? readMs : performance.now()) + leaseMs;
    while (performance.now() < endsMs) await Bun.sleep(endsMs - performance.now());
    await table.lose(member.id);
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#isRunning) {
      const beganMs = performance.now();
      if (this.#member !== null) await this.#renew(this.#member);
      await Bun.sleep(Math.max(0, beganMs + renewEveryMs - performance.now()));
    }
  }

  async #renew(member: NewMember): Promise<void> {
    const { table, lease, busAnswers, redis } = this.#options;
    try {
      if (!(await isWithin(busAnswerMaxMs, busAnswers()))) throw new Error("The bus does not answer.");
      const askedMs = performance.now();
      const members = await table.renew(member.id, redis());
      if (this.#member !== member) return;
      if (members === null) this.#revoked(member);
      else {
        lease.renewed(askedMs);
        this.#listed = members;
        await this.#observe({ members, readMs: performance.now() }, askedMs);
      }
      this.#logChange("");
    } catch (error) {
      this.#logChange(reasonOf(error));
    }
  }

  #revoked(member: NewMember): void {
    const { lease, log } = this.#options;
    lease.end();
    this.#member = null;
    log.warn("other members gave this one up, so it loads everything again", { member: member.id });
    this.#watcher?.revoked();
  }

  async #observe(list: MemberList, askedMs: number): Promise<void> {
    this.#watcher?.listed(list, askedMs);
    const { table, log } = this.#options;
    for (const { id, role, renewals } of this.#observed.take(list, askedMs)) {
      log.warn("a member has not renewed its lease and is removed", { member: id, role });
      await table.lose(id, renewals);
    }
  }

  #logChange(reason: string): void {
    const { lease, log } = this.#options;
    const isHeld = lease.isHeld();
    if (isHeld === this.#wasHeld) return;
    this.#wasHeld = isHeld;
    if (isHeld) log.info("the lease of this member is held");
    else log.warn("the lease of this member has ended, so it refuses to act", { reason });
  }
}
