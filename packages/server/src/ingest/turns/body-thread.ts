/** The thread of large bodies: examines one at a time, and sends back what it contains and the packed readings. */
import { reasonOf } from "../../platform/log.ts";
import { FrameWriter } from "../../queue/frame-writer.ts";
import type { Sensor } from "../authenticate/device-registry.ts";
import { BodyExaminer } from "../body-examiner.ts";
import { decodeBody, inflateOf } from "../parse/body-form.ts";
import type { FromBodyThread, LaneExamined, LaneOptions, ToBodyThread } from "./body-lane.ts";

declare const self: Worker;

class BodyThread {
  readonly #frame = new FrameWriter();
  readonly #examiner: BodyExaminer;
  readonly #bodyBytesMax: number;

  constructor(options: LaneOptions) {
    this.#examiner = new BodyExaminer(options, this.#frame);
    this.#bodyBytesMax = options.bodyBytesMax;
  }

  async examine(question: ToBodyThread & { kind: "examine" }): Promise<LaneExamined> {
    const { body, coding, submitted, sensors } = question;
    const decoded =
      coding === null
        ? { ok: true as const, bytes: body }
        : await decodeBody(body, inflateOf(coding), this.#bodyBytesMax);
    if (!decoded.ok) return { kind: decoded.error === "undecodable" ? "undecodable" : "too large" };
    const { bytes } = decoded;
    const index = new Map<string, Sensor>();
    for (const sensor of JSON.parse(sensors) as Sensor[])
      index.set(sensor.slug, sensor).set(sensor.uuid, sensor);
    const examined = this.#examiner.examine(bytes, submitted, { sensor: (name) => index.get(name) });
    const isPacked = examined.kind === "packed" && this.#frame.readings > 0;
    return {
      kind: "examined",
      examined,
      bodyBytes: bytes.length,
      readings: isPacked ? this.#frame.readings : 0,
      frame: isPacked ? new Uint8Array(this.#frame.finish()) : null,
    };
  }
}

let thread: BodyThread | null = null;

self.onmessage = ({ data: message }: MessageEvent<ToBodyThread>) => {
  if (message.kind === "open") thread = new BodyThread(message.options);
  else
    thread!.examine(message).then(
      (result) => post(result, "frame" in result && result.frame !== null ? [result.frame.buffer] : []),
      (error: unknown) => post({ kind: "failed", reason: reasonOf(error) }, []),
    );
};

function post(message: FromBodyThread, transferred: ArrayBufferLike[]): void {
  self.postMessage(message, transferred as ArrayBuffer[]);
}
