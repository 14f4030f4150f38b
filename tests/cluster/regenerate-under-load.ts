import type { BrowserSession } from "../api/browser-session.ts";
import { postReadings } from "../harness/post-readings.ts";
import { waitUntil } from "../harness/wait-until.ts";

/** How many requests each node has open at any time. */
const loopsPerNode = 2;
/** Leaves some CPU time for the nodes. */
const pauseMs = 5;
const acceptAgainMs = 60_000;

export interface TokenTrial {
  readonly owner: Pick<BrowserSession, "call">;
  readonly device: { readonly uuid: string; readonly token: string };
  /** The addresses of the ingest nodes. */
  readonly urls: readonly string[];
  readonly rounds: number;
  /**
   * Called before each replacement, with its number from 1. The returned function is called after the old token was
   * tried.
   */
  readonly disturb?: (round: number) => (() => void) | undefined;
}

/** A request whose answer breaks a law. */
export interface Violation {
  readonly law: "an old token was accepted" | "a new token was refused";
  readonly round: number;
  readonly url: string;
  readonly status: number;
  /** How long after the answer to the replacement the request began. */
  readonly afterAnswerMs: number;
}

export interface TokenReport {
  readonly violations: readonly Violation[];
  /** The number of accepted readings and of refused requests with a replaced token. */
  readonly accepted: number;
  readonly refused: number;
  readonly slowestCallMs: number;
}

interface Token {
  readonly text: string;
  readonly round: number;
  /** When the call that created it was answered. */
  readonly madeMs: number;
  /** When the call that replaces it began, and when it was answered. */
  replacingMs: number;
  replacedMs: number;
}

/**
 * Replaces the token of a device repeatedly, while every node constantly gets requests with its newest token and with
 * the one before. Two laws must hold: no node accepts a request with the old token that begins after the answer, and no
 * node refuses the new token as unknown.
 */
export async function regenerateUnderLoad(trial: TokenTrial): Promise<TokenReport> {
  const run = new TokenRun(trial);
  const loads = trial.urls.flatMap((url) =>
    Array.from({ length: loopsPerNode }, (_, nth) => run.load(url, nth)),
  );
  try {
    for (let round = 1; round <= trial.rounds; round++) await run.replace(round);
  } finally {
    run.isOver = true;
    await Promise.all(loads);
  }
  return run.report;
}

class TokenRun {
  isOver = false;
  readonly #trial: TokenTrial;
  readonly #violations: Violation[] = [];
  #newest: Token;
  #previous: Token;
  #value = 0;
  #accepted = 0;
  #refused = 0;
  #slowestCallMs = 0;

  constructor(trial: TokenTrial) {
    this.#trial = trial;
    this.#newest = newToken(trial.device.token, 0);
    this.#previous = this.#newest;
  }

  get report(): TokenReport {
    const counts = { accepted: this.#accepted, refused: this.#refused };
    return { violations: this.#violations, ...counts, slowestCallMs: this.#slowestCallMs };
  }

  /** Alternates between the newest token and the one before. */
  async load(url: string, nth: number): Promise<void> {
    for (let turn = nth; !this.isOver; turn++) {
      await this.#send(url, turn % 2 === 0 ? this.#newest : this.#previous);
      await Bun.sleep(pauseMs);
    }
  }

  async replace(round: number): Promise<void> {
    const { owner, device, urls, disturb } = this.#trial;
    const heal = disturb?.(round);
    const old = this.#newest;
    old.replacingMs = performance.now();
    const { status, json } = await owner.call("POST", `./devices/${device.uuid}/token/regenerate`, {});
    if (status !== 200) throw new Error(`Replacing the token answered ${status}: ${JSON.stringify(json)}`);
    this.#newest = newToken(json.token, round);
    old.replacedMs = this.#newest.madeMs;
    this.#previous = old;
    this.#slowestCallMs = Math.max(this.#slowestCallMs, old.replacedMs - old.replacingMs);
    // For a stopped node, these are the requests that it finds when it continues.
    const probes = urls.flatMap((url) => [this.#send(url, old), this.#send(url, old)]);
    heal?.();
    await Promise.all(probes);
    if (heal !== undefined) await this.#untilAllAccept();
  }

  async #untilAllAccept(): Promise<void> {
    const { urls } = this.#trial;
    const accept = async (url: string) => (await this.#send(url, this.#newest)) === 202;
    await Promise.all(urls.map((url) => waitUntil(`${url} accepts`, () => accept(url), acceptAgainMs)));
  }

  async #send(url: string, token: Token): Promise<number | null> {
    const sender = { uuid: this.#trial.device.uuid, token: token.text };
    const data = { value: ++this.#value };
    const beganMs = performance.now();
    const response = await postReadings(url, sender, { sensor: "temperature", data }).catch(() => null);
    if (response === null) return null;
    await response.arrayBuffer();
    this.#judge(url, token, { status: response.status, beganMs });
    return response.status;
  }

  #judge(url: string, token: Token, { status, beganMs }: { status: number; beganMs: number }): void {
    const isOld = beganMs > token.replacedMs;
    if (status === 202) this.#accepted++;
    if (status === 401) this.#refused++;
    if (status === 202 && isOld)
      this.#violate("an old token was accepted", token, {
        url,
        status,
        afterAnswerMs: beganMs - token.replacedMs,
      });
    if (status === 401 && performance.now() < token.replacingMs)
      this.#violate("a new token was refused", token, { url, status, afterAnswerMs: beganMs - token.madeMs });
  }

  #violate(law: Violation["law"], { round }: Token, found: Omit<Violation, "law" | "round">): void {
    this.#violations.push({ law, round, ...found });
  }
}

function newToken(text: string, round: number): Token {
  const never = Number.POSITIVE_INFINITY;
  return { text, round, madeMs: performance.now(), replacingMs: never, replacedMs: never };
}
