import { processRoles } from "@weir/protocol/closed-sets";
import type { ControlChange } from "../../control/control.ts";
import { type Link, LinkClosedError, LinkRefusedError, LinkTimeoutError } from "../../platform/link/link.ts";
import { type LinkListener, listenForLinks, openLink } from "../../platform/link/link-sockets.ts";
import type { Log } from "../../platform/log.ts";
import { nameOfProcess } from "../../platform/name-of-process.ts";
import type { ApplyChanges, AskOptions, Attendance, Bus } from "../bus.ts";
import { MemberTimeoutError, MemberUnavailableError, RefusedError } from "../bus-errors.ts";
import type { Answers, Events, Questions, Role } from "../messages.ts";
import { eventRoutes, questionRoutes } from "../routes.ts";
import { WaitingAttendance } from "../waiting-attendance.ts";

/** Longer than any request worth waiting for, and shorter than most clients and proxies wait. */
const answerTimeoutMs = 30_000;
/** How often the bus looks for a missing member. An announcement looks for it at once. */
const lookEveryMs = 100;

export interface LocalBusOptions {
  readonly dataDir: string;
  readonly member: Role;
  /** Which of the processes with this role it is. */
  readonly number?: number;
  /** How many processes have the role process. Every other role has one. */
  readonly processes?: number;
  readonly log: Log;
  /** How long a caller waits for an answer. */
  readonly answerTimeoutMs?: number;
}

/** A process on the bus. */
interface Member {
  readonly role: Role;
  /** Unique, such as `process-2`. */
  readonly name: string;
}

type Said =
  | readonly [kind: "change", changes: readonly ControlChange[]]
  | readonly [kind: "question", question: Questions[Role]];

/**
 * The bus between processes of one machine. Each member listens on its own socket in the data folder, and sends its
 * messages on a link to the receiver's socket. Members may start and end in any order. If several processes have the role
 * process, the first that can be reached gets what goes to one of them.
 */
export class LocalBus implements Bus {
  readonly #options: LocalBusOptions;
  readonly #listener: LinkListener;
  readonly #others: readonly Member[];
  /** By the names of members. */
  readonly #links = new Map<string, Link>();
  readonly #connecting = new Map<string, Promise<Link | null>>();
  readonly #attendance: WaitingAttendance;
  #follow: ApplyChanges | null = null;
  readonly #kept: ControlChange[] = [];
  #looking: Timer | null = null;
  #isClosed = false;

  constructor(options: LocalBusOptions) {
    this.#options = options;
    this.#attendance = new WaitingAttendance(options.log);
    const { dataDir, member, number = 0, processes = 1 } = options;
    const own = memberOf(member, number);
    this.#others = processRoles
      .flatMap((role) =>
        Array.from({ length: role === "process" ? processes : 1 }, (_, nth) => memberOf(role, nth)),
      )
      .filter(({ name }) => name !== own.name);
    let linksOpened = 0;
    this.#listener = listenForLinks(dataDir, socketName(own), () => {
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
    const asked = this.#others.filter((other) => other.role === role);
    const route = asked.length > 1 ? questionRoutes[question.kind] : undefined;
    const all = route === undefined || route.to === "one" ? 1 : asked.length;
    let links = await this.#reachAll(asked, all);
    while (links.length < all && isPatient && performance.now() < deadlineMs) {
      await Bun.sleep(lookEveryMs);
      links = await this.#reachAll(asked, all);
    }
    // Each of them knows a part, so an answer of only some would look complete.
    if (links.length < all) throw new MemberUnavailableError(role);
    const say = (link: Link) => this.#say(role, link, ["question", question], timeoutMs);
    const answers = await Promise.all(links.map(say));
    if (route === undefined || route.to === "one") return answers[0] as Answers[Question["kind"]];
    const merge = route.merge as (answers: readonly unknown[]) => Answers[Question["kind"]];
    return merge(answers);
  }

  tell<To extends Role>(role: To, event: Events[To]): void {
    const links = this.#linksOf(role);
    const route = links.length > 1 ? eventRoutes[event.kind] : "one";
    for (const link of route === "one" ? links.slice(0, 1) : links) link.tell(event);
  }

  isThere(role: Role): boolean {
    return this.#linksOf(role).length > 0;
  }

  async follow(apply: ApplyChanges): Promise<void> {
    while (this.#kept.length > 0) await apply(this.#kept.splice(0));
    this.#follow = apply;
  }

  attend(attendance: Attendance): void {
    this.#attendance.begin(attendance);
    for (const { role, name } of this.#others) if (this.#links.has(name)) attendance.joined(role);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#looking !== null) clearTimeout(this.#looking);
    await Promise.all(this.#connecting.values());
    this.#listener.close();
    for (const link of this.#links.values()) link.frames.close();
  }

  /** A member that has died, or does not listen yet, will load the changes. */
  async #announceTo(other: Member, changes: readonly ControlChange[]): Promise<void> {
    const link = await this.#reach(other);
    if (link === null) return;
    try {
      const timeoutMs = this.#options.answerTimeoutMs ?? answerTimeoutMs;
      await this.#say(other.role, link, ["change", changes], timeoutMs);
    } catch (error) {
      if (!(error instanceof MemberUnavailableError)) throw error;
    }
  }

  /**
   * Null if nobody listens now. Tries again after a failed attempt that was already under way, because it may have
   * missed a member that started meanwhile.
   */
  async #reach(member: Member): Promise<Link | null> {
    await this.#connecting.get(member.name);
    return this.#links.get(member.name) ?? this.#connect(member);
  }

  /** Reaches this many of the members, or as many as there are, in their order. */
  async #reachAll(members: readonly Member[], max: number): Promise<Link[]> {
    const links: Link[] = [];
    for (const member of members) {
      if (links.length === max) break;
      const link = await this.#reach(member);
      if (link !== null) links.push(link);
    }
    return links;
  }

  #linksOf(role: Role): Link[] {
    const names = this.#others.filter((other) => other.role === role);
    return names.map(({ name }) => this.#links.get(name)).filter((link) => link !== undefined);
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
    const missing = this.#others.filter(({ role, name }) => role !== "deliver" && !this.#links.has(name));
    if (missing.length === 0) return;
    void Promise.all(missing.map((other) => this.#connect(other))).then(() => this.#lookLater());
  }

  #lookLater(): void {
    if (!this.#isClosed) this.#looking ??= setTimeout(() => this.#look(), lookEveryMs);
  }

  #connect(member: Member): Promise<Link | null> {
    const known = this.#connecting.get(member.name);
    if (known !== undefined) return known;
    const connecting = this.#open(member).finally(() => this.#connecting.delete(member.name));
    this.#connecting.set(member.name, connecting);
    return connecting;
  }

  async #open(member: Member): Promise<Link | null> {
    if (this.#isClosed) return null;
    const link = await openLink(this.#options.dataDir, socketName(member), {
      answer: () => Promise.reject(new Error("Questions are asked on the other link.")),
      hear: () => undefined,
      closed: () => {
        this.#links.delete(member.name);
        this.#lookLater();
      },
    });
    if (link === null || !link.isOpen) return null;
    this.#links.set(member.name, link);
    this.#attendance.joined(member.role);
    return link;
  }
}

function memberOf(role: Role, number: number): Member {
  return { role, name: nameOfProcess(role, number) };
}

function socketName({ name }: Member): string {
  return `bus-${name}`;
}
