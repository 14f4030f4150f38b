import type { Route } from "@weir/protocol/manage/route";
import type { DeviceRequest } from "../../bus/device-request.ts";
import type { ImportedReadings } from "../../bus/imported-readings.ts";
import { createLog } from "../../platform/log.ts";
import { ImportUnavailableError } from "../core/import-sink.ts";
import type { ApiUnderTest } from "../testing/api-under-test.ts";
import { SampleKeeper } from "./sample-keeper.ts";

/** The keeper of samples of an API under test, with what it sends, saves and purges. */
export class TestSamples {
  readonly taken: (ImportedReadings & { readonly mode: string })[] = [];
  readonly sent: (DeviceRequest & { readonly source: string })[] = [];
  readonly purged: number[] = [];
  /** How many more portions of readings there is room for. */
  room = Number.POSITIVE_INFINITY;
  watched: readonly number[] = [];
  /** Called before each request. */
  onSend: () => Promise<void> = async () => undefined;
  readonly #keeper: SampleKeeper;

  constructor({ control }: Pick<ApiUnderTest<Readonly<Record<string, Route>>>, "control">) {
    this.#keeper = new SampleKeeper({
      control,
      log: createLog("info", "test", () => undefined),
      isReady: () => true,
      watched: () => this.watched,
      settle: () => Promise.resolve(),
      imports: { aheadMaxMs: 0, take: (mode, readings) => this.#take(mode, readings) },
      sendAsDevice: async (request, source) => {
        await this.onSend();
        this.sent.push({ ...request, source });
        return { status: 202, headers: {}, body: "{}" };
      },
      ask: (async (request: {
        readonly kind: string;
        readonly devices?: readonly { deviceId: number }[];
      }) => {
        this.purged.push(...(request.devices ?? []).map(({ deviceId }) => deviceId));
        return { complete: true, deleted: 0 };
      }) as unknown as ConstructorParameters<typeof SampleKeeper>[0]["ask"],
    });
  }

  /** Resolves when everything that is due is done. */
  look(): Promise<void> {
    return this.#keeper.look();
  }

  stop(): Promise<void> {
    return this.#keeper.stop();
  }

  async #take(mode: string, readings: ImportedReadings) {
    if (this.room-- <= 0) throw new ImportUnavailableError("The queue is full.");
    this.taken.push({ mode, ...readings });
    return { accepted: readings.values.length, duplicates: 0 };
  }
}
