import type { ActivityRecord } from "../../activity/activity-record.ts";
import type { Bus } from "../../bus/bus.ts";
import type { Role } from "../../bus/messages.ts";
import type { Config } from "../../config/settings.ts";
import { RequestFeed, type RequestFeedParts } from "../../manage/activity/request-feed.ts";
import type { ApiParts } from "../../manage/core/api-context.ts";
import type { LiveEvent } from "../../web/live/live-event.ts";
import { LiveHub, type Watched } from "../../web/live/live-hub.ts";

interface LivePagesParts extends Omit<RequestFeedParts, "publish"> {
  readonly bus: Pick<Bus, "ask" | "tell">;
  readonly config: Config;
}

/** How long the first page of an account waits at most until the processors send its events. */
const watchingMaxMs = 1000;
/** How long a busy processor may take to say that it sends them. */
const confirmedMaxMs = 30_000;

/** Sends live events to open pages, and tells the other processes which accounts these pages watch. */
export class LivePages {
  readonly hub: LiveHub;
  readonly #feed: RequestFeed;
  readonly #bus: Pick<Bus, "ask" | "tell">;
  #watched: Watched = { accountIds: [], withRequests: [] };

  constructor({ bus, config, ...feed }: LivePagesParts) {
    const { streamsMax: total, streamsPerAccount: perAccount, streamsPerCaller: perHolder } = config;
    this.#bus = bus;
    this.hub = new LiveHub({
      limits: { total, perAccount, perHolder },
      onWatch: (watched) => this.#watch(watched),
    });
    this.#feed = new RequestFeed({ ...feed, publish: this.publish });
  }

  /** The accounts that open pages watch. Live events of other accounts are not sent. */
  get watched(): readonly number[] {
    return this.#watched.accountIds;
  }

  readonly publish = (events: readonly LiveEvent[]): void => this.hub.publish(events);

  /** For the API. Told events also reach the pages of other manage processes. */
  readonly api: ApiParts["live"] = {
    watch: (accountId, kinds) => this.hub.watch(accountId, kinds),
    subscribe: (filter, holder) => this.hub.subscribe(filter, holder),
    tell: (events) => {
      this.publish(events);
      this.#bus.tell("manage", { kind: "live", events: [...events] });
    },
  };

  /** Shows requests of devices of watched accounts. */
  show(records: readonly ActivityRecord[]): void {
    this.#feed.show(records);
  }

  /** A process has joined that does not know which pages are open. */
  joined(role: Role): void {
    if (role === "ingest" || role === "process") this.#tellWatched(role);
  }

  /** Others may have given this process up for a while and sent it nothing. Its pages have to reload. */
  mayHaveMissed(): void {
    for (const role of ["ingest", "process"] as const) this.#tellWatched(role);
    this.hub.reset();
  }

  async stop(): Promise<void> {
    await this.#feed.stop();
    this.hub.stop();
  }

  /**
   * A processor that does not answer must not keep pages from opening. If it answers later, the pages that are open by then
   * have to reload, because it sent them nothing before. A processor that is away is told when it joins.
   */
  async #watch(watched: Watched): Promise<void> {
    this.#watched = watched;
    this.#feed.watch(watched.withRequests);
    for (const role of ["ingest", "process"] as const) this.#tellWatched(role);
    const asked = this.#bus.ask("process", { kind: "watching" }, { timeoutMs: confirmedMaxMs });
    const answered = asked.catch(() => undefined).then(() => true);
    if (await Promise.race([answered, Bun.sleep(watchingMaxMs)])) return;
    void answered.then(() => this.hub.reset());
  }

  #tellWatched(role: "ingest" | "process"): void {
    this.#bus.tell(role, { kind: "watch", ...this.#watched });
  }
}
