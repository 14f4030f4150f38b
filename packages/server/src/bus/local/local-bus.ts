import { processRoles } from "@weir/protocol/closed-sets";
import type { ControlChange } from "../../control/control.ts";
import { type Link, LinkClosedError, LinkRefusedError, LinkTimeoutError } from "../../platform/link/link.ts";
import { type LinkListener, listenForLinks, openLink } from "../../platform/link/link-sockets.ts";
import type { Log } from "../../platform/log.ts";
import type { ApplyChanges, AskOptions, Attendance, Bus } from "../bus.ts";
import { MemberTimeoutError, MemberUnavailableError, RefusedError } from "../bus-errors.ts";
import type { Answers, Events, Questions, Role } from "../messages.ts";
import { WaitingAttendance } from "../waiting-attendance.ts";

/** Longer than any request worth waiting for, and shorter than most clients and proxies wait. */
const answerTimeoutMs = 30_000;
/** How often the bus looks for a missing member. An announcement looks for it at once. */
const lookEveryMs = 100;

export interface LocalBusOptions {
  readonly dataDir: string;
  readonly member: Role;
  readonly log: Log;
  /** How long a caller waits for an answer. */
  readonly answerTimeoutMs?: number;
}

type Said =
  | readonly [kind: "change", changes: readonly ControlChange[]]
  | readonly [kind: "question", question: Questions[Role]];

/**
 * The bus between processes of one machine. Each member listens on its own socket in the data folder, and sends its
 * messages on a link to the receiver's socket. Members may start and end in any order.
 */
export class LocalBus implements Bus {
  readonly #options: LocalBusOptions;
  readonly #listener: LinkListener;
  readonly #others: readonly Role[];
  readonly #links = new Map<Role, Link>();
  readonly #connecting = new Map<Role, Promise<Link | null>>();
  readonly #attendance: WaitingAttendance;
  #follow: ApplyChanges | null = null;
  readonly #kept: ControlChange[] = [];
  #looking: Timer | null = null;
  #isClosed = false;

  constructor(options: LocalBusOptions) {
    this.#options = options;
    this.#attendance = new WaitingAttendance(options.log);
    const { dataDir, member } = options;
    this.#others = processRoles.filter((other) => other !== member);
    let linksOpened = 0;
    this.#listener = listenForLinks(dataDir, socketName(member), () => {
      const sender = String(++linksOpened);
      return {
        answer: (said) => this.#answer(said as Said),
        hear: (event) => void this.#attendance.hear(event as Events[Role], sender),
        closed: () => void this.#attendance.left(sender),
      };
    });
    this.#look();
  }

  async announce(changes: readonly ControlChange[]): Promise<void> {
    await Promise.all([
      this.#apply(changes),
      ...this.#others.map((other) => this.#announceTo(other, changes)),
    ]);
  }

  async ask<To extends Role, Question extends Questions[To]>(
    role: To,
    question: Question,
    { timeoutMs = this.#options.answerTimeoutMs ?? answerTimeoutMs, isPatient = false }: AskOptions = {},
  ): Promise<Answers[Question["kind"]]> {
    const deadlineMs = performance.now() + timeoutMs;
    let link = await this.#reach(role);
    while (link === null && isPatient && performance.now() < deadlineMs) {
      await Bun.sleep(lookEveryMs);
      link = await this.#reach(role);
    }
    if (link === null) throw new MemberUnavailableError(role);
    return (await this.#say(role, link, ["question", question], timeoutMs)) as Answers[Question["kind"]];
  }

  tell<To extends Role>(role: To, event: Events[To]): void {
    this.#links.get(role)?.tell(event);
  }

  isThere(role: Role): boolean {
    return this.#links.has(role);
  }

  async follow(apply: ApplyChanges): Promise<void> {
    while (this.#kept.length > 0) await apply(this.#kept.splice(0));
    this.#follow = apply;
  }

  attend(attendance: Attendance): void {
    this.#attendance.begin(attendance);
    for (const role of this.#links.keys()) attendance.joined(role);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#looking !== null) clearTimeout(this.#looking);
    await Promise.all(this.#connecting.values());
    this.#listener.close();
    for (const link of this.#links.values()) link.frames.close();
  }

  /** A member that has died, or does not listen yet, will load the changes. */
  async #announceTo(other: Role, changes: readonly ControlChange[]): Promise<void> {
    const link = await this.#reach(other);
    if (link === null) return;
    try {
      const timeoutMs = this.#options.answerTimeoutMs ?? answerTimeoutMs;
      await this.#say(other, link, ["change", changes], timeoutMs);
    } catch (error) {
      if (!(error instanceof MemberUnavailableError)) throw error;
    }
  }

  /**
   * Null if nobody listens now. Tries again after a failed attempt that was already under way, because it may have
   * missed a member that started meanwhile.
   */
  async #reach(member: Role): Promise<Link | null> {
    await this.#connecting.get(member);
    return this.#links.get(member) ?? this.#connect(member);
  }

  async #say(member: Role, link: Link, said: Said, timeoutMs: number): Promise<unknown> {
    try {
      return await link.ask(said, timeoutMs);
    } catch (error) {
      if (error instanceof LinkClosedError) throw new MemberUnavailableError(member);
      if (error instanceof LinkTimeoutError) throw new MemberTimeoutError(member);
      if (error instanceof LinkRefusedError) throw new RefusedError(error.message, error.code);
      throw error;
    }
  }

  /** Keeps changes until this member has loaded, because it serves nobody before that. */
  async #apply(changes: readonly ControlChange[]): Promise<void> {
    if (this.#follow === null) this.#kept.push(...changes);
    else await this.#follow(changes);
  }

  async #answer(said: Said): Promise<unknown> {
    if (said[0] === "change") {
      await this.#apply(said[1]);
      return null;
    }
    return this.#attendance.answer(said[1]);
  }

  /** Looks for missing members until all are there. */
  #look(): void {
    this.#looking = null;
    if (this.#isClosed) return;
    // Nobody sends messages to deliverers, and there is no deliver member while the processor delivers.
    const missing = this.#others.filter((other) => other !== "deliver" && !this.#links.has(other));
    if (missing.length === 0) return;
    void Promise.all(missing.map((other) => this.#connect(other))).then(() => this.#lookLater());
  }

  #lookLater(): void {
    if (!this.#isClosed) this.#looking ??= setTimeout(() => this.#look(), lookEveryMs);
  }

  #connect(member: Role): Promise<Link | null> {
    const known = this.#connecting.get(member);
    if (known !== undefined) return known;
    const connecting = this.#open(member).finally(() => this.#connecting.delete(member));
    this.#connecting.set(member, connecting);
    return connecting;
  }

  async #open(member: Role): Promise<Link | null> {
    if (this.#isClosed) return null;
    const link = await openLink(this.#options.dataDir, socketName(member), {
      answer: () => Promise.reject(new Error("Questions are asked on the other link.")),
      hear: () => undefined,
      closed: () => {
        this.#links.delete(member);
        this.#lookLater();
      },
    });
    if (link === null || !link.isOpen) return null;
    this.#links.set(member, link);
    this.#attendance.joined(member);
    return link;
  }
}

function socketName(member: Role): string {
  return `bus-${member}`;
}
