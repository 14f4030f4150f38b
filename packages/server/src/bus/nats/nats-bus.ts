import type { NatsConnection } from "@nats-io/nats-core";
import type { ControlChange } from "../../control/control.ts";
import { errorCode } from "../../platform/error-code.ts";
import { type Log, reasonOf } from "../../platform/log.ts";
import type { ApplyChanges, AskOptions, Attendance, Bus } from "../bus.ts";
import { MemberUnavailableError } from "../bus-errors.ts";
import type { Answers, Events, Questions, Role } from "../messages.ts";
import { eventRoutes, questionRoutes } from "../routes.ts";
import { WaitingAttendance } from "../waiting-attendance.ts";
import { Acknowledgements } from "./acknowledgements.ts";
import { Announcements, BusUnavailableError } from "./announcements.ts";
import type { BusMessage } from "./bus-message.ts";
import { LostAnnouncers } from "./lost-announcers.ts";
import { MemberChannel } from "./member-channel.ts";
import { MemberSearch } from "./member-search.ts";
import type { MemberList, Membership } from "./membership.ts";
import { MessageSigner } from "./message-signer.ts";
import { OpenQuestions } from "./open-questions.ts";
import { OwnPlace } from "./own-place.ts";
import { type Peer, Peers } from "./peers.ts";

/** Longer than any request worth waiting for, and shorter than most clients and proxies wait. */
const answerTimeoutMs = 30_000;
interface NatsBusOptions {
  readonly nats: NatsConnection;
  readonly membership: Membership;
  /** The keys that messages are signed with: the current one, and the previous one while it is replaced. */
  readonly signingKeys: readonly Uint8Array[];
  readonly role: Role;
  /** The beginning of all subjects of the installation. */
  readonly prefix: string;
  /** The member that owns each partition, or null if nobody does. Called for questions to owners. */
  readonly owners: () => Promise<readonly (string | null)[]>;
  readonly log: Log;
  /** How long a caller waits for an answer. */
  readonly answerTimeoutMs?: number;
}

/**
 * The bus between the processes of a cluster. Messages go through NATS from one process to another, and may be lost.
 * The membership decides who is a member and may act. So a lost message never lets a member act on a state that others
 * believe is gone: a member that does not acknowledge a change loses its lease.
 */
export class NatsBus implements Bus {
  readonly #options: NatsBusOptions;
  readonly #channel: MemberChannel;
  readonly #peers: Peers;
  readonly #search: MemberSearch;
  readonly #questions: OpenQuestions;
  readonly #announcements: Announcements;
  readonly #lost: LostAnnouncers;
  readonly #acknowledgements: Acknowledgements;
  readonly #place: OwnPlace;
  readonly #attendance: WaitingAttendance;
  #session = 0;
  #isClosed = false;

  /** Resolves when this process is a member and receives announcements. */
  static async open(options: NatsBusOptions): Promise<NatsBus> {
    const bus = new NatsBus(options);
    await bus.#channel.open();
    await bus.#place.join();
    return bus;
  }

  private constructor(options: NatsBusOptions) {
    const { nats, prefix, membership, log } = options;
    this.#options = options;
    this.#attendance = new WaitingAttendance(log);
    this.#channel = new MemberChannel({
      nats,
      prefix,
      membership,
      log,
      signer: new MessageSigner(options.signingKeys),
      receive: (message, sender) => this.#receive(message as BusMessage, sender),
      notThere: (channel) => this.#peers.gone(channel),
      disconnected: () => this.#peers.allGone(),
      connected: () => {
        this.#session++;
        this.#greet();
      },
    });
    this.#peers = new Peers({
      joined: ({ role }) => this.#attendance.joined(role),
      left: ({ channel }) => {
        this.#questions.left(channel);
        this.#channel.forget(channel);
        void this.#attendance.left(channel);
      },
      greet: (channel) => this.#greet(channel),
    });
    this.#search = new MemberSearch({ channel: this.#channel, membership, peers: this.#peers });
    this.#questions = new OpenQuestions(this.#channel);
    this.#announcements = new Announcements({ channel: this.#channel, membership, log });
    this.#place = new OwnPlace({
      channel: this.#channel.id,
      role: options.role,
      membership,
      log,
      onJoined: () => this.#greet(),
    });
    this.#lost = new LostAnnouncers(this.#channel.id);
    this.#acknowledgements = new Acknowledgements(this.#place.followed, log);
    membership.watch({
      listed: (list, askedMs) => this.#listed(list, askedMs),
      revoked: () => this.#place.revoked(),
    });
  }

  /** The id of this process. It changes when the process has to join again. */
  get id(): string {
    return this.#place.id;
  }

  async announce(changes: readonly ControlChange[]): Promise<void> {
    const announced = Promise.all([
      this.#place.followed.take(changes),
      this.#announcements.announce(changes),
    ]);
    // The announcement continues after the caller's timeout.
    announced.catch(() => undefined);
    let timer: Timer | undefined;
    const late = new Promise<never>((_, reject) => {
      const timeoutMs = this.#options.answerTimeoutMs ?? answerTimeoutMs;
      timer = setTimeout(() => reject(new BusUnavailableError()), timeoutMs);
    });
    await Promise.race([announced, late]).finally(() => clearTimeout(timer));
  }

  async ask<To extends Role, Question extends Questions[To]>(
    role: To,
    question: Question,
    options: AskOptions = {},
  ): Promise<Answers[Question["kind"]]> {
    type Answer = Answers[Question["kind"]];
    const route = questionRoutes[question.kind as Questions[Role]["kind"]];
    const timeoutMs = this.#timeoutOf(options);
    // If a member is there, the question is sent at once, so that it stays in order with later messages.
    if (!this.#peers.has(role)) await this.#search.find(role, timeoutMs, options.isPatient);
    if (route.to === "one") {
      const peer = this.#peers.next(role);
      if (peer === undefined) throw new MemberUnavailableError(role);
      return (await this.#questions.ask(peer, question, timeoutMs)) as Answer;
    }
    const answers =
      route.to === "every"
        ? await this.#askThere(this.#peers.of(role), question, timeoutMs)
        : await Promise.all(
            (await this.#owners(role)).map((peer) => this.#questions.ask(peer, question, timeoutMs)),
          );
    if (answers.length === 0) throw new MemberUnavailableError(role);
    const merge = route.merge as (answers: readonly unknown[]) => Answer;
    return merge(answers);
  }

  tell<To extends Role>(role: To, event: Events[To]): void {
    const isForEvery = eventRoutes[(event as Events[Role]).kind] === "every";
    const peers = isForEvery ? this.#peers.of(role) : [this.#peers.first(role)];
    for (const peer of peers) if (peer !== undefined) this.#tell(peer, event);
  }

  isThere(role: Role): boolean {
    return this.#peers.has(role);
  }

  follow(apply: ApplyChanges): Promise<void> {
    return this.#place.follow(apply);
  }

  attend(attendance: Attendance): void {
    this.#attendance.begin(attendance);
    for (const { role } of this.#peers.all()) attendance.joined(role);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const hasAnnounced = this.#announcements.isDone;
    this.#announcements.close();
    await this.#place.leave(() => {
      this.#channel.sendAll({ kind: "bye", hasAnnounced } satisfies BusMessage);
      return this.#channel.close();
    });
    this.#peers.allGone();
  }

  #listed(list: MemberList, askedMs: number): void {
    this.#channel.listed(list, askedMs);
    this.#peers.listed(list, askedMs);
    if (!this.#lost.take(list)) return;
    this.#options.log.warn(
      "a manage process or a command ended without leaving the cluster, so this member loads everything again",
    );
    this.#place.reload();
  }

  #timeoutOf({ timeoutMs }: AskOptions): number {
    return timeoutMs ?? this.#options.answerTimeoutMs ?? answerTimeoutMs;
  }

  /** The answers of all members that answer. Empty if none is there. */
  async #askThere(
    peers: readonly Peer[],
    question: Questions[Role],
    timeoutMs: number,
  ): Promise<readonly unknown[]> {
    const asked = await Promise.allSettled(
      peers.map((peer) => this.#questions.ask(peer, question, timeoutMs)),
    );
    const failed = asked
      .filter((one) => one.status === "rejected")
      .find(({ reason }) => !(reason instanceof MemberUnavailableError));
    if (failed !== undefined) throw failed.reason;
    return asked.filter((one) => one.status === "fulfilled").map(({ value }) => value);
  }

  /** The members that together own all partitions. */
  async #owners(role: Role): Promise<readonly Peer[]> {
    const ids = new Set(await this.#options.owners());
    return Array.from(ids, (id) => {
      const peer = id === null ? undefined : this.#peers.byId(id);
      if (peer === undefined) throw new MemberUnavailableError(role);
      return peer;
    });
  }

  /** Introduces this member to one other member, or to all. */
  #greet(channel?: string, asksBack = true): void {
    const { role } = this.#options;
    const hello = { kind: "hello", id: this.id, role, session: this.#session, asksBack } satisfies BusMessage;
    if (channel === undefined) this.#channel.sendAll(hello);
    else if (channel !== this.#channel.id) this.#channel.send(channel, hello);
  }

  #receive(message: BusMessage, from: string): void {
    switch (message.kind) {
      case "hello":
        this.#peers.heard(from, message);
        if (message.asksBack) this.#greet(from, false);
        break;
      case "bye":
        if (message.hasAnnounced) this.#lost.left(from);
        this.#announcements.left(from);
        this.#peers.gone(from);
        break;
      case "ask":
        void this.#answer(message.ticket, message.question, from);
        break;
      case "answer":
      case "refusal":
        this.#questions.answered(message, from);
        break;
      case "tell":
        void this.#attendance.hear(message.event, from);
        break;
      case "change":
        this.#acknowledgements.take(message, from, (ack) => void this.#channel.send(from, ack));
        break;
      case "ack":
        this.#announcements.acknowledged(from, message);
        break;
    }
  }

  async #answer(ticket: number, question: Questions[Role], to: string): Promise<void> {
    try {
      const answer = await this.#attendance.answer(question);
      this.#channel.send(to, { kind: "answer", ticket, answer } satisfies BusMessage);
    } catch (error) {
      const code = errorCode(error);
      const refusal = { kind: "refusal", ticket, reason: reasonOf(error), code } satisfies BusMessage;
      this.#channel.send(to, refusal);
    }
  }

  #tell(peer: Peer, event: Events[Role]): void {
    try {
      this.#channel.send(peer.channel, { kind: "tell", event } satisfies BusMessage);
    } catch (error) {
      this.#options.log.error("an event is lost", { event: event.kind, reason: reasonOf(error) });
    }
  }
}
