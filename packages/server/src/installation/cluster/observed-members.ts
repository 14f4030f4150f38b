import type { ListedMember, MemberList } from "../../bus/nats/membership.ts";
import { leaseMs } from "./lease.ts";

/** Lists that are further apart prove nothing, because perhaps nobody could renew in between. */
const listsApartMaxMs = 1500;

interface Observed {
  readonly renewals: number;
  /** When the member was first seen with this number of renewals. */
  readonly seenMs: number;
}

/** Finds members whose leases have ended, from lists that are read repeatedly. */
export class ObservedMembers {
  #observed = new Map<string, Observed>();
  #lastMs = Number.NEGATIVE_INFINITY;

  /** Returns the members that have not renewed for longer than a lease. */
  take({ members, readMs }: MemberList, askedMs: number): ListedMember[] {
    if (askedMs - this.#lastMs > listsApartMaxMs) this.#observed.clear();
    this.#lastMs = readMs;
    const before = this.#observed;
    this.#observed = new Map();
    return members.filter(({ id, renewals }) => {
      const known = before.get(id);
      const isSame = known !== undefined && known.renewals === renewals;
      this.#observed.set(id, isSame ? known : { renewals, seenMs: readMs });
      return isSame && askedMs - known.seenMs >= leaseMs;
    });
  }
}
