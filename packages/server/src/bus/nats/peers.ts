import type { Role } from "../messages.ts";
import { channelOf, type Hello } from "./bus-message.ts";
import type { MemberList } from "./membership.ts";

/** Another member that can be reached. */
export interface Peer {
  readonly channel: string;
  readonly id: string;
  readonly role: Role;
  readonly session: number;
  /** When it last introduced itself, by the monotonic clock of this process. */
  readonly heardMs: number;
}

interface PeersOptions {
  readonly joined: (peer: Peer) => void;
  readonly left: (peer: Peer) => void;
  /** Asks another member to introduce itself. */
  readonly greet: (channel: string) => void;
}

/** The other members that have introduced themselves, kept in step with the list of members. */
export class Peers {
  readonly #options: PeersOptions;
  readonly #peers = new Map<string, Peer>();
  /** For each role, the number of the current turn. */
  readonly #turns = new Map<Role, number>();

  constructor(options: PeersOptions) {
    this.#options = options;
  }

  all(): readonly Peer[] {
    return [...this.#peers.values()];
  }

  of(role: Role): readonly Peer[] {
    return this.all().filter((peer) => peer.role === role);
  }

  has(role: Role): boolean {
    for (const peer of this.#peers.values()) if (peer.role === role) return true;
    return false;
  }

  byId(id: string): Peer | undefined {
    const peer = this.#peers.get(channelOf(id));
    return peer?.id === id ? peer : undefined;
  }

  /** The members of the role, one after the other. */
  next(role: Role): Peer | undefined {
    const peers = this.of(role);
    const turn = (this.#turns.get(role) ?? -1) + 1;
    this.#turns.set(role, turn);
    return peers[turn % peers.length];
  }

  /** The same member for as long as it is there. */
  first(role: Role): Peer | undefined {
    for (const peer of this.#peers.values()) if (peer.role === role) return peer;
    return undefined;
  }

  heard(channel: string, { id, role, session }: Hello): void {
    const known = this.#peers.get(channel);
    const peer = { channel, id, role, session, heardMs: performance.now() };
    this.#peers.set(channel, peer);
    if (known?.session !== session) this.#options.joined(peer);
  }

  gone(channel: string): void {
    const peer = this.#peers.get(channel);
    if (peer === undefined) return;
    this.#peers.delete(channel);
    this.#options.left(peer);
  }

  allGone(): void {
    for (const { channel } of this.all()) this.gone(channel);
  }

  /**
   * Members that are not on the list have left, unless they introduced themselves after the list was requested. Listed
   * members that are unknown are greeted.
   */
  listed({ members }: MemberList, askedMs: number): void {
    const channels = new Set(members.filter(({ isRevoked }) => !isRevoked).map(({ id }) => channelOf(id)));
    for (const { channel, heardMs } of this.all()) {
      if (!channels.has(channel) && heardMs < askedMs) this.gone(channel);
    }
    for (const channel of channels) if (!this.#peers.has(channel)) this.#options.greet(channel);
  }
}
